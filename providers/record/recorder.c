/* A recording, from its taps to the last word about it. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>
#include "alloc.h"
#include "recorder.h"

#define NSEC UINT64_C(1000000000)
#define FILETIME_OF_1970 UINT64_C(116444736000000000)
#define BUFSIZE (256u << 10)
#define FLUSH_NS (5 * NSEC) /* what may be lost if dtrace is killed, or the power fails */

static uint64_t clock_ns(clockid_t id)
{
	struct timespec ts;

	clock_gettime(id, &ts);
	return (uint64_t)ts.tv_sec * NSEC + (uint64_t)ts.tv_nsec;
}

/*
 * Records.
 */
struct etw_event rec_head(struct dt_recorder *rc, const struct dt_firing *fi, enum etw_kind kind,
	uint8_t opcode, uint8_t version)
{
	uint64_t time = fi->fi_time > rc->rc_begin ? fi->fi_time : rc->rc_begin;

	if (time > rc->rc_last)
		rc->rc_last = time;
	return (struct etw_event){ .ev_kind = kind,
		.ev_cpu = fi->fi_cpu,
		.ev_opcode = opcode,
		.ev_version = version,
		.ev_ptrsize = 8,
		.ev_raw = time,
		.ev_pid = (uint32_t)fi->fi_thread->t_proc->p_pid,
		.ev_tid = (uint32_t)fi->fi_thread->t_tid };
}

thread_t *rec_own(struct dt_recorder *rc)
{
	uint32_t pid = (uint32_t)getpid();

	return dt_sys_thread(dt_system(rc->rc_engine), pid, pid);
}

void rec_wrote(struct dt_recorder *rc, int result)
{
	rc->rc_lost += result < 0;
}

const uint8_t *rec_utf16(struct dt_recorder *rc, const char *utf8, uint32_t *units)
{
	*units = (uint32_t)etw_utf8_to_utf16(utf8, rc->rc_text, sizeof(rc->rc_text) / 2);
	return rc->rc_text;
}

void rec_self_put(struct dt_recorder *rc, const struct dt_firing *fi, enum dt_recorded_event id)
{
	static const struct etw_guid guid = DT_RECORDED_GUID, guid_probes = DT_RECORDED_PROBES_GUID;
	struct etw_event ev = rec_head(rc, fi, ETW_EVENT, 0, 0);
	bool probes = id == DT_RECORDED_PROBE;

	ev.ev_id = id;
	ev.ev_level = 4; /* information */
	ev.ev_provider = probes ? &guid_probes : &guid;
	rec_wrote(rc,
		etw_self_put(rc->rc_writer, &ev,
			probes ? DT_RECORDED_PROBES_NAME : DT_RECORDED_NAME, &rc->rc_self));
}

static void stack_write(struct dt_recorder *rc, const struct dt_firing *fi,
	const struct dt_stack *st)
{
	struct etw_event ev = rec_head(rc, fi, ETW_PERFINFO, 32, 2);
	struct etw_stack sk = { .sk_time = ev.ev_raw,
		.sk_pid = ev.ev_pid,
		.sk_tid = ev.ev_tid,
		.sk_frames = (const uint8_t *)st->st_pcs,
		.sk_nframes = st->st_depth < REC_FRAMES ? st->st_depth : REC_FRAMES,
		.sk_ptrsize = 8 };

	if (st->st_pcs && st->st_depth != 0)
		rec_wrote(rc, etw_write_stack(rc->rc_writer, &ev, &sk));
}

static void stacks_see(struct dt_recorder *rc, const struct dt_firing *fi)
{
	uint32_t pid = (uint32_t)fi->fi_thread->t_proc->p_pid;

	rec_symbols_see(rc, 0, &fi->fi_kstack);
	rec_symbols_see(rc, pid, &fi->fi_ustack);
	if (fi->fi_ustack.st_pcs)
		dt_userpcs(rc->rc_engine, pid);
}

void rec_stacks(struct dt_recorder *rc, const struct dt_firing *fi)
{
	if (!(rc->rc_groups & REC_STACKS))
		return;
	stack_write(rc, fi, &fi->fi_kstack);
	stack_write(rc, fi, &fi->fi_ustack);
	stacks_see(rc, fi);
}

void rec_self_stacks(struct dt_recorder *rc, const struct dt_firing *fi)
{
	const struct dt_stack *k = &fi->fi_kstack, *u = &fi->fi_ustack;

	etw_self_stack(&rc->rc_self, k->st_pcs, k->st_pcs ? k->st_depth : 0);
	etw_self_stack(&rc->rc_self, u->st_pcs, u->st_pcs ? u->st_depth : 0);
	stacks_see(rc, fi);
}

/*
 * Taps.
 */
static const struct rec_tap *const tables[] = { rec_threads, rec_samples, rec_net };

static unsigned taps_count(void)
{
	unsigned n = 0;

	for (size_t i = 0; i < sizeof(tables) / sizeof(tables[0]); i++)
		for (const struct rec_tap *rt = tables[i]; rt->rt_group; rt++)
			n++;
	return n;
}

static void tapped(const struct dt_tap *ta, struct dt_probe *pr, const struct dt_firing *fi)
{
	const struct rec_tapped *td = ta->ta_arg;

	(void)pr;
	if (!td->td_recorder->rc_writer)
		return;
	rec_introduce(td->td_recorder, fi, fi->fi_thread);
	td->td_kind->rt_fn(td->td_recorder, fi);
}

static int tap_set(struct dt_recorder *rc, const struct rec_tap *rt)
{
	struct rec_tapped *td;
	struct dt_probe *pr;
	bool stacks = rt->rt_stacks && (rc->rc_groups & REC_STACKS);

	if (!(rt->rt_group & (rc->rc_groups | REC_PROCESS)))
		return 0;
	pr = dt_probe_named(rc->rc_engine, rt->rt_prov, "", rt->rt_func, rt->rt_name);
	if (!pr)
		return dt_fail(rc->rc_engine, "this kernel has no %s:::%s to record", rt->rt_prov,
			rt->rt_name);
	td = &rc->rc_taps[rc->rc_ntaps++];
	*td = (struct rec_tapped){ .td_recorder = rc, .td_kind = rt };
	td->td_tap = (struct dt_tap){ .ta_fn = tapped,
		.ta_arg = td,
		.ta_args = rt->rt_args,
		.ta_vars = rt->rt_vars,
		.ta_kstack = stacks ? REC_FRAMES : 0,
		.ta_ustack = stacks ? REC_FRAMES : 0 };
	dt_probe_tap(pr, &td->td_tap);
	return 0;
}

static int taps_set(struct dt_recorder *rc)
{
	for (size_t i = 0; i < sizeof(tables) / sizeof(tables[0]); i++)
		for (const struct rec_tap *rt = tables[i]; rt->rt_group; rt++)
			if (tap_set(rc, rt) < 0)
				return -1;
	return 0;
}

/*
 * Groups.
 */
static const struct {
	const char *gr_name;
	unsigned gr_bits;
} groups[] = {
	{ "process", REC_PROCESS },
	{ "cpu", REC_CPU },
	{ "sample", REC_SAMPLE },
	{ "stacks", REC_STACKS },
	{ "net", REC_NET },
	{ "syscall", REC_SYSCALL },
};
#define GROUPS_USUAL (REC_PROCESS | REC_CPU | REC_SAMPLE | REC_STACKS | REC_NET)

static unsigned group_named(const char *name, size_t len)
{
	for (size_t i = 0; i < sizeof(groups) / sizeof(groups[0]); i++)
		if (strlen(groups[i].gr_name) == len && !strncmp(groups[i].gr_name, name, len))
			return groups[i].gr_bits;
	return 0;
}

/* "cpu,stacks" */
static int groups_read(struct dt_recorder *rc, const char *list)
{
	rc->rc_groups = list ? REC_PROCESS : GROUPS_USUAL;
	while (list && *list) {
		size_t len = strcspn(list, ",");
		unsigned bits = group_named(list, len);

		if (bits == 0)
			return dt_fail(rc->rc_engine,
				"option record: there is no group \"%.*s\"; there are process, cpu, "
				"sample, stacks, net, syscall",
				(int)len, list);
		rc->rc_groups |= bits;
		list += len + (list[len] == ',');
	}
	return 0;
}

/*
 * Life.
 */
static void flush_due(struct dt_engine *en, void *arg, uint64_t due, int64_t wall)
{
	struct dt_recorder *rc = arg;

	(void)en;
	(void)due;
	(void)wall;
	if (rc->rc_writer)
		etw_writer_flush(rc->rc_writer);
}

static uint32_t bufsize(const struct dt_engine *en)
{
	uint32_t size = dt_engine_bufsize(en);

	return size ? size : BUFSIZE;
}

struct dt_recorder *dt_recorder_open(struct dt_engine *en, const char *path)
{
	struct dt_recorder *rc = base_calloc(1, sizeof(*rc));
	long ncpu = sysconf(_SC_NPROCESSORS_CONF);

	if (rc) {
		rc->rc_engine = en;
		rc->rc_names = (struct base_table){ .mp_size = REC_NAMESIZE, .mp_max = 1u << 20 };
		rc->rc_threads = (struct base_table){ .mp_size = sizeof(uint64_t),
			.mp_max = 1u << 20 };
		rec_symbols_init(rc);
		rc->rc_ncpu = ncpu > 0 ? (unsigned)ncpu : 1;
		rc->rc_path = base_strdup(path);
		rc->rc_left = base_calloc(rc->rc_ncpu, sizeof(*rc->rc_left));
		rc->rc_switched = base_calloc(rc->rc_ncpu, sizeof(*rc->rc_switched));
		rc->rc_taps = base_calloc(taps_count(), sizeof(*rc->rc_taps));
	}
	if (rc && groups_read(rc, dt_engine_option(en, "record")) < 0) {
		dt_recorder_free(rc);
		return NULL;
	}
	if (!rc || !rc->rc_path || !rc->rc_taps || !rc->rc_left || !rc->rc_switched ||
		dt_timer_add(en, FLUSH_NS, flush_due, rc) < 0)
		dt_fail(en, "no memory to record %s", path);
	else if (taps_set(rc) == 0) {
		rec_probes_set(rc);
		dt_mapping_tap(en, rec_mapping, rc);
		dt_recording_set(en, bufsize(en) * (uint64_t)dt_engine_number(en, "etlbuffers"));
		return rc;
	}
	dt_recorder_free(rc);
	return NULL;
}

/* The first event: what records, and where. */
static void system_write(struct dt_recorder *rc, const struct utsname *un, uint32_t target)
{
	struct dt_firing fi = { .fi_time = rc->rc_begin, .fi_thread = rec_own(rc) };

	etw_self_begin(&rc->rc_self, "System");
	etw_self_u32(&rc->rc_self, "RecorderProcessId", (uint32_t)getpid());
	etw_self_u32(&rc->rc_self, "TargetProcessId", target);
	etw_self_u64(&rc->rc_self, "SamplePeriod", REC_SAMPLEPERIOD);
	etw_self_text(&rc->rc_self, "System", un->sysname);
	etw_self_text(&rc->rc_self, "Release", un->release);
	etw_self_text(&rc->rc_self, "Version", un->version);
	etw_self_text(&rc->rc_self, "Machine", un->machine);
	etw_self_text(&rc->rc_self, "Host", un->nodename);
	rec_self_put(rc, &fi, DT_RECORDED_SYSTEM);
	rec_probes_write(rc, &fi);
}

int dt_recorder_begin(struct dt_recorder *rc, uint32_t target)
{
	struct etw_writer_config c;
	char err[512], name[128];
	struct utsname un;

	uname(&un);
	etw_writer_defaults(&c);
	rc->rc_begin = rc->rc_last = clock_ns(CLOCK_MONOTONIC);
	c.wc_t0 = rc->rc_begin;
	c.wc_perffreq = NSEC;
	c.wc_starttime = FILETIME_OF_1970 + clock_ns(CLOCK_REALTIME) / 100;
	c.wc_boottime = c.wc_starttime - clock_ns(CLOCK_BOOTTIME) / 100;
	c.wc_ncpu = rc->rc_ncpu;
	c.wc_bufsize = bufsize(rc->rc_engine);
	c.wc_compressed = dt_engine_number(rc->rc_engine, "etlcompress") > 0;
	c.wc_new = dt_engine_number(rc->rc_engine, "etlforce") <= 0;
	snprintf(name, sizeof(name), "%s %s", DT_LINUX_LOGGER, un.release);
	c.wc_logger = name;
	c.wc_filename = rc->rc_path;
	rc->rc_writer = etw_writer_create(rc->rc_path, &c, err, sizeof(err));
	if (!rc->rc_writer)
		return dt_fail(rc->rc_engine, "%s", err);
	system_write(rc, &un, target);
	rec_rundown(rc, false);
	return 0;
}

int dt_recorder_end(struct dt_recorder *rc, struct dt_recorded *out)
{
	struct etw_writer_stats ws;
	uint64_t now = clock_ns(CLOCK_MONOTONIC);
	int failed;

	if (now > rc->rc_last) /* the last event may be long ago */
		rc->rc_last = now;
	rec_rundown(rc, true);
	failed = etw_writer_flush(rc->rc_writer) < 0;
	etw_writer_stats(rc->rc_writer, &ws);
	failed |= etw_writer_close(rc->rc_writer) < 0;
	rc->rc_writer = NULL;
	*out = (struct dt_recorded){ .rd_path = rc->rc_path,
		.rd_events = ws.ws_events,
		.rd_lost = rc->rc_lost,
		.rd_buffers = ws.ws_buffers,
		.rd_bytes = ws.ws_bytes,
		.rd_ns = rc->rc_last - rc->rc_begin };
	return failed ? dt_fail(rc->rc_engine, "cannot write %s: %s", rc->rc_path,
				strerror(ws.ws_errno ? ws.ws_errno : errno)) :
			0;
}

void dt_recorder_free(struct dt_recorder *rc)
{
	if (!rc)
		return;
	if (rc->rc_writer)
		etw_writer_close(rc->rc_writer);
	dt_mapping_tap(rc->rc_engine, NULL, NULL);
	rec_probes_fini(rc);
	rec_symbols_fini(rc);
	base_table_clear(&rc->rc_names);
	base_table_clear(&rc->rc_threads);
	free(rc->rc_path);
	free(rc->rc_left);
	free(rc->rc_switched);
	free(rc->rc_taps);
	free(rc);
}
