/*
 * Principal buffers: records one after the other.
 *
 * switch has one buffer for all CPUs, consumed whenever it is full.  fill and ring have one for
 * each CPU, created at its first record and consumed once, at the end: fill stops tracing when one
 * is full, ring overwrites its oldest records.  Since one thread writes them all in the order of
 * time, sorting by rc_time and rc_seq merges them again.
 *
 * The sizes that users give are those of records with a header of 12 bytes and data right after it.
 * Our records are larger, so a buffer has more memory than its size, and counts both.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include "alloc.h"
#include "grow.h"
#include "engine.h"

#define BUFFER_MIN 4096 /* the least size of bufresize=auto */

/* room: what its records may count for; memory: what they take. */
static int buffer_init(struct dt_buffer *bf, size_t room, size_t memory)
{
	void *p = memory < room ?
		MAP_FAILED :
		mmap(NULL, memory, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	*bf = (struct dt_buffer){ .bf_data = p == MAP_FAILED ? NULL : p,
		.bf_size = memory,
		.bf_end = memory,
		.bf_room = room };
	return bf->bf_data ? 0 : -1;
}

static void buffer_fini(struct dt_buffer *bf)
{
	if (bf->bf_data)
		munmap(bf->bf_data, bf->bf_size);
	bf->bf_data = NULL;
}

/*
 * Sizes.
 */
static uint32_t record_max(const struct dt_engine *en)
{
	uint32_t max = 0;

	for (uint32_t i = 0; i < en->en_necbs; i++)
		if (en->en_ecbs[i]->ec_desc.ep_size > max)
			max = en->en_ecbs[i]->ec_desc.ep_size;
	return max;
}

static size_t end_room(const struct dt_engine *en)
{
	uint64_t n = 0;

	for (const struct dt_ecb *ec = en->en_end ? en->en_end->pr_ecbs : NULL; ec;
		ec = ec->ec_next)
		n = dt_room_add(n, &ec->ec_desc);
	return n;
}

/*
 * A switch buffer is emptied when its memory is full. In the others records of that room must fit,
 * which are at most twice as large, and a ring leaves a gap where it wraps.
 */
static size_t memory_for(const struct dt_engine *en, size_t room)
{
	size_t most = record_max(en);

	if (en->en_policy == DT_POLICY_SWITCH)
		return room > SIZE_MAX - most ? 0 : room + most;
	return room > SIZE_MAX / 4 ? 0 : 2 * (room + most);
}

/* "1m", "10 bytes" */
void dt_size_text(char *out, size_t len, uint64_t size)
{
	static const char unit[] = "gmk";

	for (int i = 0; i < 3; i++) {
		unsigned shift = 30 - 10 * i;

		if (size >> shift && !(size & (((uint64_t)1 << shift) - 1))) {
			snprintf(out, len, "%" PRIu64 "%c", size >> shift, unit[i]);
			return;
		}
	}
	snprintf(out, len, "%" PRIu64 " bytes", size);
}

/* Sets the option and reports it. */
static void size_lowered(struct dt_engine *en, const char *what, enum dt_option id, uint64_t size)
{
	char text[32], line[96];

	en->en_opts->op_num[id] = size;
	dt_size_text(text, sizeof(text), size);
	snprintf(line, sizeof(line), "%s size lowered to %s", what, text);
	en->en_ops->eo_warn(en->en_arg, line);
}

int dt_room_option(struct dt_engine *en, enum dt_option id, const char *name, size_t *room)
{
	*room = (size_t)dt_opt(en->en_opts, id) & ~(size_t)7;
	return *room ? 0 : dt_fail(en, "%s must be at least 8 bytes", name);
}

bool dt_fits(struct dt_engine *en, size_t size)
{
	struct dt_buffer bf;
	bool fits = buffer_init(&bf, size, size + 1) == 0; /* 0 bytes always fit */

	(void)en;
	buffer_fini(&bf);
	return fits;
}

int dt_size_fit(struct dt_engine *en, enum dt_option id, const char *what, size_t least,
	size_t *size, dt_fits_fn *fits)
{
	size_t wanted = *size;
	bool fixed = dt_opt(en->en_opts, DT_OPT_BUFRESIZE) == DT_RESIZE_MANUAL;

	while (!fits(en, *size)) {
		base_lacked(); /* not an error: handled here */
		if (fixed || *size / 2 < least)
			return dt_fail(en, "no memory for %zu bytes of %s", *size, what);
		*size /= 2;
	}
	if (*size != wanted)
		size_lowered(en, what, id, *size);
	return 0;
}

static bool switch_fits(struct dt_engine *en, size_t room)
{
	return buffer_init(&en->en_buf, room, memory_for(en, room)) == 0;
}

static bool first_fits(struct dt_engine *en, size_t room)
{
	return buffer_init(en->en_cpubufs, room, memory_for(en, room)) == 0;
}

int dt_buffers_init(struct dt_engine *en)
{
	size_t room, end = end_room(en);

	en->en_policy = dt_opt(en->en_opts, DT_OPT_BUFPOLICY);
	if (dt_room_option(en, DT_OPT_BUFSIZE, "bufsize", &room) < 0)
		return -1;
	if (en->en_policy == DT_POLICY_SWITCH)
		return dt_size_fit(en, DT_OPT_BUFSIZE, "buffer", BUFFER_MIN, &room, switch_fits);
	if (end > room)
		return dt_fail(en, "END enablings exceed size of principal buffer");
	en->en_endroom = end;
	en->en_cpubufs = base_calloc(1, sizeof(*en->en_cpubufs));
	if (!en->en_cpubufs)
		return dt_fail(en, "out of memory");
	en->en_ncpubufs = 1;
	return dt_size_fit(en, DT_OPT_BUFSIZE, "buffer", BUFFER_MIN, &room, first_fits);
}

void dt_buffers_fini(struct dt_engine *en)
{
	buffer_fini(&en->en_buf);
	for (uint32_t i = 0; i < en->en_ncpubufs; i++)
		buffer_fini(&en->en_cpubufs[i]);
	free(en->en_cpubufs);
}

/*
 * Writing.
 */
static struct dt_buffer *cpu_buffer(struct dt_engine *en, uint32_t cpu)
{
	if (cpu >= DT_MAXCPUS || !base_reach(en->en_cpubufs, en->en_ncpubufs, cpu + 1))
		return NULL;
	if (!en->en_cpubufs[cpu].bf_data &&
		buffer_init(&en->en_cpubufs[cpu], en->en_cpubufs[0].bf_room,
			en->en_cpubufs[0].bf_size) < 0)
		return NULL;
	return &en->en_cpubufs[cpu];
}

static void *reserve_switch(struct dt_engine *en, const struct dt_epdesc *ep)
{
	struct dt_buffer *bf = &en->en_buf;

	if (ep->ep_room > bf->bf_room)
		return NULL;
	if (bf->bf_size - bf->bf_used < ep->ep_size) {
		en->en_ops->eo_drain(en->en_arg);
		if (bf->bf_size - bf->bf_used < ep->ep_size)
			return NULL;
	}
	return bf->bf_data + bf->bf_used;
}

/* Only END may use the space that is reserved for it. */
static void *reserve_fill(struct dt_engine *en, struct dt_buffer *bf, const struct dt_epdesc *ep)
{
	size_t kept = en->en_state == DT_ENDING ? 0 : en->en_endroom;

	if (ep->ep_room > bf->bf_room)
		return NULL;
	if ((!bf->bf_full || !kept) && dt_room_add(bf->bf_taken, ep) + kept <= bf->bf_room &&
		bf->bf_size - bf->bf_used >= ep->ep_size)
		return bf->bf_data + bf->bf_used;
	bf->bf_full = en->en_filled = true;
	if (en->en_state == DT_ACTIVE)
		en->en_state = DT_STOPPING;
	return NULL;
}

static const struct dt_record *record_at(const struct dt_buffer *bf, size_t off)
{
	return (const struct dt_record *)(bf->bf_data + off);
}

static void head_advance(struct dt_buffer *bf)
{
	bf->bf_head += record_at(bf, bf->bf_head)->rc_size;
	if (bf->bf_wrapped && bf->bf_head >= bf->bf_end) {
		bf->bf_head = 0;
		bf->bf_wrapped = false;
		bf->bf_end = bf->bf_size;
	}
}

/* In a ring each record counts for a multiple of its alignment, whatever is before it. */
static size_t ring_room(const struct dt_epdesc *ep)
{
	return dt_room_add(dt_room_add(0, ep), &(struct dt_epdesc){ .ep_align = ep->ep_align });
}

/* Drops the oldest record. */
static void ring_forget(struct dt_engine *en, struct dt_buffer *bf)
{
	uint32_t id = record_at(bf, bf->bf_head)->rc_epid;

	bf->bf_taken -= ring_room(&dt_engine_ecb(en, id)->ec_desc);
	head_advance(bf);
}

/*
 * Records are in [head, used); after wrapping in [head, end) and then [0, used). A record is never
 * split.
 */
static void *reserve_ring(struct dt_engine *en, struct dt_buffer *bf, const struct dt_epdesc *ep)
{
	size_t n = ep->ep_size, room = ring_room(ep);

	if (room > bf->bf_room || n > bf->bf_size)
		return NULL;
	while (bf->bf_taken + room > bf->bf_room)
		ring_forget(en, bf);
	if (bf->bf_used + n > (bf->bf_wrapped ? bf->bf_end : bf->bf_size)) {
		while (bf->bf_wrapped)
			ring_forget(en, bf);
		if (bf->bf_used + n > bf->bf_size) {
			bf->bf_wrapped = bf->bf_head < bf->bf_used;
			bf->bf_end = bf->bf_wrapped ? bf->bf_used : bf->bf_size;
			if (!bf->bf_wrapped)
				bf->bf_head = 0;
			bf->bf_used = 0;
		}
	}
	while (bf->bf_wrapped && bf->bf_head < bf->bf_used + n)
		ring_forget(en, bf);
	return bf->bf_data + bf->bf_used;
}

void *dt_buffer_reserve(struct dt_engine *en, uint32_t cpu, const struct dt_epdesc *ep)
{
	struct dt_buffer *bf;

	if (en->en_policy == DT_POLICY_SWITCH)
		return reserve_switch(en, ep);
	bf = cpu_buffer(en, cpu);
	if (!bf)
		return NULL;
	return en->en_policy == DT_POLICY_FILL ? reserve_fill(en, bf, ep) :
						 reserve_ring(en, bf, ep);
}

void dt_buffer_commit(struct dt_engine *en, struct dt_record *rc)
{
	struct dt_buffer *bf = &en->en_buf;
	const struct dt_epdesc *ep = &dt_engine_ecb(en, rc->rc_epid)->ec_desc;

	if (en->en_policy != DT_POLICY_SWITCH) {
		bf = &en->en_cpubufs[rc->rc_cpu];
		bf->bf_taken = en->en_policy == DT_POLICY_FILL ? dt_room_add(bf->bf_taken, ep) :
								 bf->bf_taken + ring_room(ep);
	}
	rc->rc_seq = en->en_seq++;
	bf->bf_used += rc->rc_size;
}

/*
 * Reading.
 */
static const struct dt_record *buffer_next(struct dt_buffer *bf)
{
	if (!bf->bf_data || (!bf->bf_wrapped && bf->bf_head >= bf->bf_used))
		return NULL;
	return record_at(bf, bf->bf_head);
}

static bool is_earlier(const struct dt_record *a, const struct dt_record *b)
{
	return a->rc_time != b->rc_time ? a->rc_time < b->rc_time :
					  (int32_t)(a->rc_seq - b->rc_seq) < 0;
}

static struct dt_buffer *buffer_earliest(struct dt_engine *en)
{
	struct dt_buffer *best = NULL;

	for (uint32_t i = 0; i < en->en_ncpubufs; i++) {
		const struct dt_record *rc = buffer_next(&en->en_cpubufs[i]);

		if (rc && (!best || is_earlier(rc, buffer_next(best))))
			best = &en->en_cpubufs[i];
	}
	return best;
}

void dt_buffer_walk(struct dt_engine *en, void (*fn)(const struct dt_record *, void *), void *arg)
{
	struct dt_buffer *bf = &en->en_buf;
	size_t off = 0, used = bf->bf_used;

	while (off < used) {
		const struct dt_record *rc = (const void *)(bf->bf_data + off);

		off += rc->rc_size;
		fn(rc, arg);
	}
	bf->bf_used = 0;
	if (en->en_policy != DT_POLICY_SWITCH && en->en_state != DT_STOPPED)
		return;
	while ((bf = buffer_earliest(en))) {
		fn(buffer_next(bf), arg);
		head_advance(bf);
	}
}
