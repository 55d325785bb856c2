/*
 * Principal buffers: records one after the other.
 *
 * switch has one buffer for all CPUs, consumed whenever it is full.  fill and ring have one for
 * each CPU, created at its first record and consumed once, at the end: fill stops tracing when one
 * is full, ring overwrites its oldest records.  Since one thread writes them all in the order of
 * time, sorting by rc_time and rc_seq merges them again.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include "alloc.h"
#include "engine.h"

#define BUFFER_MIN 4096 /* the least size of bufresize=auto */
#define MAXCPUS (1u << 16)

int dt_buffer_init(struct dt_buffer *bf, size_t size)
{
	void *p = mmap(NULL, size ? size : 1, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
		-1, 0);

	*bf = (struct dt_buffer){ .bf_data = p == MAP_FAILED ? NULL : p,
		.bf_size = size,
		.bf_end = size };
	return bf->bf_data ? 0 : -1;
}

void dt_buffer_fini(struct dt_buffer *bf)
{
	if (bf->bf_data)
		munmap(bf->bf_data, bf->bf_size ? bf->bf_size : 1);
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
	size_t n = 0;

	for (const struct dt_ecb *ec = en->en_end ? en->en_end->pr_ecbs : NULL; ec;
		ec = ec->ec_next)
		n += ec->ec_desc.ep_size;
	return n;
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

void dt_size_lowered(struct dt_engine *en, const char *what, enum dt_option id, uint64_t size)
{
	char text[32], line[96];

	en->en_opts->op_num[id] = size;
	dt_size_text(text, sizeof(text), size);
	snprintf(line, sizeof(line), "%s size lowered to %s", what, text);
	en->en_ops->eo_warn(en->en_arg, line);
}

/*
 * A buffer of the requested size; with bufresize=auto the size is halved until there is memory for
 * it.
 */
static int first_init(struct dt_engine *en, struct dt_buffer *bf, uint32_t least)
{
	size_t wanted = dt_opt(en->en_opts, DT_OPT_BUFSIZE), size = wanted;
	bool fixed = dt_opt(en->en_opts, DT_OPT_BUFRESIZE) == DT_RESIZE_MANUAL;

	while (dt_buffer_init(bf, size) < 0) {
		base_lacked(); /* not an error: handled here */
		if (fixed || size / 2 < least || size / 2 < BUFFER_MIN)
			return dt_fail(en, "no memory for a buffer of %zu bytes", size);
		size /= 2;
	}
	if (size != wanted)
		dt_size_lowered(en, "buffer", DT_OPT_BUFSIZE, size);
	return 0;
}

int dt_buffers_init(struct dt_engine *en)
{
	size_t size = dt_opt(en->en_opts, DT_OPT_BUFSIZE), end = end_room(en);

	en->en_policy = dt_opt(en->en_opts, DT_OPT_BUFPOLICY);
	if (en->en_policy == DT_POLICY_SWITCH)
		return first_init(en, &en->en_buf, record_max(en));
	if (end > size)
		return dt_fail(en, "END enablings exceed size of principal buffer");
	en->en_endroom = end;
	en->en_cpubufs = base_calloc(1, sizeof(*en->en_cpubufs));
	if (!en->en_cpubufs)
		return dt_fail(en, "out of memory");
	en->en_ncpubufs = 1;
	return first_init(en, en->en_cpubufs, end > record_max(en) ? end : record_max(en));
}

void dt_buffers_fini(struct dt_engine *en)
{
	dt_buffer_fini(&en->en_buf);
	for (uint32_t i = 0; i < en->en_ncpubufs; i++)
		dt_buffer_fini(&en->en_cpubufs[i]);
	free(en->en_cpubufs);
}

/*
 * Writing.
 */
static struct dt_buffer *cpu_buffer(struct dt_engine *en, uint32_t cpu)
{
	if (cpu >= MAXCPUS)
		return NULL;
	if (cpu >= en->en_ncpubufs) {
		struct dt_buffer *v = base_realloc(en->en_cpubufs, (cpu + 1) * sizeof(*v));

		if (!v)
			return NULL;
		memset(v + en->en_ncpubufs, 0, (cpu + 1 - en->en_ncpubufs) * sizeof(*v));
		en->en_cpubufs = v;
		en->en_ncpubufs = cpu + 1;
	}
	if (!en->en_cpubufs[cpu].bf_data &&
		dt_buffer_init(&en->en_cpubufs[cpu], dt_opt(en->en_opts, DT_OPT_BUFSIZE)) < 0)
		return NULL;
	return &en->en_cpubufs[cpu];
}

static void *reserve_switch(struct dt_engine *en, size_t n)
{
	struct dt_buffer *bf = &en->en_buf;

	if (bf->bf_size - bf->bf_used < n) {
		en->en_ops->eo_drain(en->en_arg);
		if (bf->bf_size - bf->bf_used < n)
			return NULL;
	}
	return bf->bf_data + bf->bf_used;
}

/* Only END may use the space that is reserved for it. */
static void *reserve_fill(struct dt_engine *en, struct dt_buffer *bf, size_t n)
{
	size_t kept = en->en_state == DT_ENDING ? 0 : en->en_endroom;

	if (n > bf->bf_size)
		return NULL;
	if ((!bf->bf_full || !kept) && bf->bf_size - bf->bf_used >= n + kept)
		return bf->bf_data + bf->bf_used;
	bf->bf_full = en->en_filled = true;
	if (en->en_state == DT_ACTIVE)
		en->en_state = DT_STOPPING;
	return NULL;
}

static uint32_t size_at(const struct dt_buffer *bf, size_t off)
{
	return ((const struct dt_record *)(bf->bf_data + off))->rc_size;
}

/* Drops the oldest record. */
static void ring_forget(struct dt_buffer *bf)
{
	bf->bf_head += size_at(bf, bf->bf_head);
	if (bf->bf_head >= bf->bf_end) {
		bf->bf_head = 0;
		bf->bf_wrapped = false;
		bf->bf_end = bf->bf_size;
	}
}

/*
 * Records are in [head, used); after wrapping in [head, end) and then [0, used). A record is never
 * split.
 */
static void *reserve_ring(struct dt_buffer *bf, size_t n)
{
	if (n > bf->bf_size)
		return NULL;
	if (bf->bf_used + n > (bf->bf_wrapped ? bf->bf_end : bf->bf_size)) {
		while (bf->bf_wrapped)
			ring_forget(bf);
		if (bf->bf_used + n > bf->bf_size) {
			bf->bf_end = bf->bf_used;
			bf->bf_wrapped = bf->bf_head < bf->bf_used;
			if (!bf->bf_wrapped)
				bf->bf_head = 0;
			bf->bf_used = 0;
		}
	}
	while (bf->bf_wrapped && bf->bf_head < bf->bf_used + n)
		ring_forget(bf);
	return bf->bf_data + bf->bf_used;
}

void *dt_buffer_reserve(struct dt_engine *en, uint32_t cpu, size_t n)
{
	struct dt_buffer *bf;

	if (en->en_policy == DT_POLICY_SWITCH)
		return reserve_switch(en, n);
	bf = cpu_buffer(en, cpu);
	if (!bf)
		return NULL;
	return en->en_policy == DT_POLICY_FILL ? reserve_fill(en, bf, n) : reserve_ring(bf, n);
}

void dt_buffer_commit(struct dt_engine *en, struct dt_record *rc)
{
	struct dt_buffer *bf = en->en_policy == DT_POLICY_SWITCH ? &en->en_buf :
								   &en->en_cpubufs[rc->rc_cpu];

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
	return (const struct dt_record *)(bf->bf_data + bf->bf_head);
}

static void buffer_skip(struct dt_buffer *bf)
{
	if (bf->bf_wrapped)
		ring_forget(bf);
	else
		bf->bf_head += size_at(bf, bf->bf_head);
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
		buffer_skip(bf);
	}
}
