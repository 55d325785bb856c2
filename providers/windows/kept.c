/*
 * The events that relog() has kept, and the file that is made of them.
 *
 * Clauses only note which records they want: a bit for each, by its place in its file. The new file
 * is written afterwards, in a pass of its own, because what belongs to an event comes later in the
 * trace: its stack, and often the names of what its addresses are in. A record goes to the file if
 * it is noted, if it is the stack of a noted one, or if it says what others mean: processes,
 * threads, images, names, the machine, layouts. Those are few, and without them the rest means less
 * than in the trace it is from.
 */
#include <stdio.h>
#include <stdlib.h>
#include "alloc.h"
#include "grow.h"
#include "etw_kprocess.h"
#include "etw_schema.h"
#include "stacks.h"

struct kept_buffer {
	uint64_t *kb_bits; /* by the record's number in the buffer */
	uint32_t kb_nwords;
};

struct kept_file {
	struct kept_buffer *kf_buffers;
	uint32_t kf_nbuffers;
};

/*
 * Times of the events that are copied, by which their stacks are known. There may be as many as the
 * trace has events: this takes 16 to 32 bytes each, the general table several times that.
 */
struct kept_times {
	uint64_t *kt_slots; /* 0: empty */
	size_t kt_nslots, kt_used;
};

struct etl_kept {
	struct kept_file *ke_files;
	uint32_t ke_nfiles;
	struct kept_times ke_times;
};

static struct kept_buffer *buffer_of(struct etl_kept *ke, const struct etw_event *ev)
{
	struct kept_file *kf;

	if (!base_reach(ke->ke_files, ke->ke_nfiles, ev->ev_file + 1))
		return NULL;
	kf = &ke->ke_files[ev->ev_file];
	return base_reach(kf->kf_buffers, kf->kf_nbuffers, ev->ev_buffer + 1) ?
		&kf->kf_buffers[ev->ev_buffer] :
		NULL;
}

int etl_keep(struct dt_feed *fd, const struct etw_event *ev)
{
	struct etl_feed *ef = etl_of(fd);
	struct kept_buffer *kb;

	if (!ef->ef_kept)
		ef->ef_kept = base_calloc(1, sizeof(*ef->ef_kept));
	kb = ef->ef_kept ? buffer_of(ef->ef_kept, ev) : NULL;
	if (!kb || !base_reach(kb->kb_bits, kb->kb_nwords, ev->ev_index / 64 + 1))
		return -1;
	kb->kb_bits[ev->ev_index / 64] |= UINT64_C(1) << ev->ev_index % 64;
	return 0;
}

void etl_kept_free(struct etl_feed *ef)
{
	struct etl_kept *ke = ef->ef_kept;

	if (!ke)
		return;
	for (uint32_t i = 0; i < ke->ke_nfiles; i++) {
		struct kept_file *kf = &ke->ke_files[i];

		for (uint32_t k = 0; k < kf->kf_nbuffers; k++)
			free(kf->kf_buffers[k].kb_bits);
		free(kf->kf_buffers);
	}
	free(ke->ke_times.kt_slots);
	free(ke->ke_files);
	free(ke);
	ef->ef_kept = NULL;
}

static bool is_kept(const struct etl_kept *ke, const struct etw_event *ev)
{
	const struct kept_file *kf = ke && ev->ev_file < ke->ke_nfiles ?
		&ke->ke_files[ev->ev_file] :
		NULL;
	const struct kept_buffer *kb = kf && ev->ev_buffer < kf->kf_nbuffers ?
		&kf->kf_buffers[ev->ev_buffer] :
		NULL;

	return kb && ev->ev_index / 64 < kb->kb_nwords &&
		(kb->kb_bits[ev->ev_index / 64] >> ev->ev_index % 64 & 1);
}

/*
 * Stacks.
 */
/* The slot of that time, or the empty one where it goes. */
static uint64_t *time_slot(const struct kept_times *kt, uint64_t raw)
{
	size_t i = base_hash_key(raw) & (kt->kt_nslots - 1);

	while (kt->kt_slots[i] != 0 && kt->kt_slots[i] != raw)
		i = (i + 1) & (kt->kt_nslots - 1);
	return &kt->kt_slots[i];
}

static bool times_grow(struct kept_times *kt)
{
	struct kept_times more = { .kt_nslots = kt->kt_nslots ? kt->kt_nslots * 2 : 1024,
		.kt_used = kt->kt_used };

	more.kt_slots = base_calloc(more.kt_nslots, sizeof(*more.kt_slots));
	if (!more.kt_slots)
		return false;
	for (size_t i = 0; i < kt->kt_nslots; i++)
		if (kt->kt_slots[i] != 0)
			*time_slot(&more, kt->kt_slots[i]) = kt->kt_slots[i];
	free(kt->kt_slots);
	*kt = more;
	return true;
}

static bool time_add(struct kept_times *kt, uint64_t raw)
{
	uint64_t *slot;

	if (raw == 0)
		return true;
	if (kt->kt_used >= kt->kt_nslots / 2 && !times_grow(kt))
		return false;
	slot = time_slot(kt, raw);
	kt->kt_used += *slot == 0;
	*slot = raw;
	return true;
}

/* Whether the record gives the stack of a copied event; its payload begins with that one's time. */
static bool is_stack_of_kept(const struct etl_kept *ke, const struct etw_event *ev)
{
	uint64_t raw;

	if ((ev->ev_hookid != ETW_STACKWALK && ev->ev_hookid != ETW_STACK_KERNELKEY &&
		    ev->ev_hookid != ETW_STACK_USERKEY) ||
		ev->ev_paylen < sizeof(raw) || ke->ke_times.kt_nslots == 0)
		return false;
	memcpy(&raw, ev->ev_payload, sizeof(raw));
	return raw != 0 && *time_slot(&ke->ke_times, raw) == raw;
}

/*
 * What others mean.
 */
#define EVENTSOURCE_MANIFEST 0xfffe

static bool names_something(const struct etw_event *ev)
{
	static const struct {
		const struct etw_guid *guid;
		uint16_t first, last; /* opcodes, or numbers of events */
	} kinds[] = {
		{ &etl_guid_process, 1, 4 },
		{ &etl_guid_process, 11, 11 }, /* ended */
		{ &etl_guid_process, 39, 39 }, /* defunct */
		{ &etl_guid_thread, 1, 4 },
		{ &etl_guid_thread, 0x48, 0x48 }, /* its name */
		{ &etl_guid_image, 0, 0xff },
		{ &etl_guid_fileio, 0, 0 }, /* names of files */
		{ &etl_guid_fileio, 32, 36 },
		{ &etl_guid_registry, 22, 25 },	     /* names of keys */
		{ &etl_guid_perfinfo, 0x48, 0x4b },  /* rates of samples */
		{ &etl_guid_stackwalk, 0x22, 0x24 }, /* what a key of a stack means */
		{ &etl_guid_sysconfig, 0, 0xff },
		{ &etl_guid_sysconfigex, 0, 0xff },
		{ &etl_guid_lost, 0, 0xff },
		{ &etw_guid_imageid, 0, 0xff },
		{ &etw_guid_metadata, 0, 0xff },
		{ &etw_guid_kprocess, 1, 6 },
		{ &etw_guid_kprocess, 15, 15 },
		{ &etw_clr_runtime, 141, 156 }, /* methods, modules, assemblies */
		{ &etw_clr_runtime, 190, 190 }, /* where a method's lines are */
		{ &etw_clr_rundown, 0, UINT16_MAX },
	};
	unsigned what = ev->ev_kind == ETW_EVENT ? ev->ev_id : ev->ev_opcode;

	if (ev->ev_kind == ETW_EVENT && ev->ev_id == EVENTSOURCE_MANIFEST)
		return true;
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		if (what >= kinds[i].first && what <= kinds[i].last &&
			etw_guid_eq(ev->ev_provider, kinds[i].guid))
			return true;
	return false;
}

/*
 * The new file. A buffer has room for the largest record; few events don't fill larger ones.
 */
#define FEW_BUFSIZE (128u << 10)

struct remake {
	struct etl_feed *re_feed;
	uint64_t re_seen;
	bool re_all; /* no clause has chosen */
	bool re_nomem;
};

static bool is_wanted(const struct remake *re, const struct etw_event *ev)
{
	const struct etl_feed *ef = re->re_feed;

	if (ev->ev_ns < ef->ef_from || ev->ev_ns > ef->ef_to)
		return false;
	return re->re_all || is_kept(ef->ef_kept, ev);
}

static int remake_event(struct etw_relog *rl, const struct etw_event *ev, void *arg)
{
	struct remake *re = arg;
	struct etl_feed *ef = re->re_feed;
	const struct etw_stats *es = etw_stats(ef->ef_trace);

	(void)rl;
	if (re->re_seen++ % 4096 == 0) {
		dt_progress_made(ef->ef_feed.fd_engine, es->es_walked, es->es_bytes);
		if (dt_interrupted(ef->ef_feed.fd_engine))
			return -1;
	}
	if (is_wanted(re, ev)) {
		re->re_nomem = !time_add(&ef->ef_kept->ke_times, ev->ev_raw);
		return re->re_nomem ? -1 : 1;
	}
	return is_stack_of_kept(ef->ef_kept, ev) || names_something(ev);
}

int etl_relog(struct dt_feed *fd, const char *path, bool all, struct dt_relogged *out)
{
	static const struct etw_relog_ops ops = { .ro_event = remake_event };
	struct etl_feed *ef = etl_of(fd);
	struct remake re = { .re_feed = ef, .re_all = all };
	struct etw_relog_config rc = { .rc_compressed = dt_engine_number(fd->fd_engine,
								"etlcompress") > 0,
		.rc_bufsize = dt_engine_bufsize(fd->fd_engine),
		.rc_new = dt_engine_number(fd->fd_engine, "etlforce") <= 0 };
	struct etw_writer_stats ws = { 0 };
	char err[512];

	if (!ef->ef_kept)
		ef->ef_kept = base_calloc(1, sizeof(*ef->ef_kept));
	if (!ef->ef_kept)
		return dt_fail(fd->fd_engine, "no memory to write %s", path);
	if (rc.rc_bufsize == 0 && !all)
		rc.rc_bufsize = FEW_BUFSIZE;
	etw_set_filter(ef->ef_trace, NULL);
	if (etw_relog(ef->ef_trace, path, &rc, &ops, &re, &ws, err, sizeof(err)) < 0) {
		if (re.re_nomem)
			snprintf(err, sizeof(err), "no memory to write %s", path);
		return dt_fail(fd->fd_engine, "%s", err);
	}
	*out = (struct dt_relogged){ .rg_seen = etw_stats(ef->ef_trace)->es_events,
		.rg_kept = ws.ws_events,
		.rg_buffers = ws.ws_buffers,
		.rg_bytes = ws.ws_bytes };
	return 0;
}
