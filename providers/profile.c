/*
 * profile: probes that fire by the stream's clock, and the samples of the system's own profiler.
 *
 *   profile-N  every CPU, N times a second; in the thread that runs there.  Over a trace with
 *              samples: of these
 *   tick-N     one CPU, N times a second
 *   sample-N   every sample the profiler took; in a trace its rate is that of the recording
 *
 * N may carry a unit and is then a period: 10ms.  Names that are not in the table are made when a
 * description asks for them.  arg0 is the kernel's pc or 0, arg1 the user's pc or 0; a tick, or a
 * profile-N of a trace without samples, has a pc of the kernel's idle loop.  arg2
 * (profile-N) how late it fires in ns.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include "alloc.h"
#include "linux.h"
#include "providers.h"
#include "windows.h"

#define PROFILE_MINPERIOD 200000u /* ns: 5000 a second */

enum profile_kind { PK_PROFILE, PK_TICK, PK_SAMPLE, PK_NKINDS }; /* ps_tag */

/* clang-format off */
#define PC_ARGS { "uintptr_t", NULL, 0 }, { "uintptr_t", NULL, 1 }
#define PROFILE(n) { .ps_name = "profile-" n, .ps_tag = PK_PROFILE, .ps_args = { PC_ARGS, \
	{ "uint64_t", NULL, 2 } } }
#define TICK(n) { .ps_name = "tick-" n, .ps_tag = PK_TICK, .ps_args = { PC_ARGS } }
#define SAMPLE(n) { .ps_name = "sample-" n, .ps_tag = PK_SAMPLE, .ps_args = { PC_ARGS } }
/* clang-format on */

static const struct dt_probe_spec profile_probes[] = { PROFILE("97"), PROFILE("199"),
	PROFILE("499"), PROFILE("997"), PROFILE("1999"), PROFILE("4001"), PROFILE("4999"),
	TICK("1"), TICK("10"), TICK("100"), TICK("500"), TICK("1000"), TICK("5000"), SAMPLE("97"),
	SAMPLE("199"), SAMPLE("499"), SAMPLE("997"), SAMPLE("1999"), SAMPLE("4001"), SAMPLE("4999"),
	{ 0 } };

static const struct dt_probe_spec profile_kinds[PK_NKINDS] = {
	[PK_PROFILE] = PROFILE(""),
	[PK_TICK] = TICK(""),
	[PK_SAMPLE] = SAMPLE(""),
};

static const struct profile_unit {
	const char *un_name;
	uint64_t un_ns; /* 0: a rate */
} profile_units[] = { { "", 0 }, { "hz", 0 }, { "ns", 1 }, { "nsec", 1 }, { "us", 1000 },
	{ "usec", 1000 }, { "ms", 1000000 }, { "msec", 1000000 }, { "s", 1000000000 },
	{ "sec", 1000000000 }, { "m", 60000000000 }, { "min", 60000000000 }, { "h", 3600000000000 },
	{ "hour", 3600000000000 }, { "d", 86400000000000 }, { "day", 86400000000000 },
	{ NULL, 0 } };

/* "10ms" to nanoseconds; 0: not a period. */
static uint64_t profile_period(const char *s)
{
	uint64_t n = 0, ns = 0;

	if (!isdigit((unsigned char)*s))
		return 0;
	for (; isdigit((unsigned char)*s); s++) {
		if (n > (UINT64_MAX - 9) / 10)
			return 0;
		n = n * 10 + (uint64_t)(*s - '0');
	}
	if (n == 0)
		return 0;
	for (const struct profile_unit *u = profile_units; u->un_name; u++)
		if (strcasecmp(s, u->un_name) == 0)
			ns = u->un_ns == 0		 ? 1000000000 / n :
				n > INT64_MAX / u->un_ns ? 0 :
							   n * u->un_ns;
	return ns;
}

static int profile_parse(const char *name, uint64_t *period)
{
	for (int k = 0; k < PK_NKINDS; k++) {
		size_t len = strlen(profile_kinds[k].ps_name);

		if (strncmp(name, profile_kinds[k].ps_name, len) != 0)
			continue;
		*period = profile_period(name + len);
		return *period >= (k == PK_SAMPLE ? 1 : PROFILE_MINPERIOD) ? k : -1;
	}
	return -1;
}

static void profile_provide(struct dt_engine *en, const struct dt_provider *pv, const char *mod,
	const char *func, const char *name)
{
	struct dt_probe_spec spec;
	uint64_t period;
	int kind;

	etl_pmc_provide(en, pv, mod, func, name);
	if (mod[0] != '\0' || func[0] != '\0' || (kind = profile_parse(name, &period)) < 0)
		return;
	spec = profile_kinds[kind];
	spec.ps_name = name;
	dt_probe_create(en, pv, &spec);
}

/*
 * By the clock.
 */
#define KERNEL_PC 0xfffff80000000000u /* in the kernel; not known where */

/*
 * No CPU is interrupted for a tick: it stands for one whose CPU idles in the kernel.
 */
static uint64_t idle_pc(struct dt_engine *en, const struct dt_probe *pr)
{
	static const char key, *const name = "do_idle";
	const struct dt_plan *pl = dt_probe_plan(pr);
	bool reads = pl && ((pl->pl_args & 1) || (pl->pl_vars & DT_PLAN_ARGS));
	uint64_t *pc = reads ? dt_engine_state(en, &key, sizeof(*pc), NULL) : NULL;

	if (!pc)
		return KERNEL_PC;
	if (*pc == 0 && dt_live(en))
		dt_ksyms(&name, pc, 1);
	if (*pc == 0)
		*pc = KERNEL_PC;
	return *pc;
}

static void profile_fire_on(struct dt_engine *en, struct dt_probe *pr, uint32_t cpu, uint64_t due,
	int64_t wall)
{
	struct dt_firing fi = { .fi_time = due,
		.fi_wall = wall,
		.fi_cpu = cpu,
		.fi_args = { idle_pc(en, pr) } };

	fi.fi_thread = dt_sys_running(dt_system(en), cpu);
	dt_fire(en, pr, &fi);
}

static void profile_tick(struct dt_engine *en, void *pr, uint64_t due, int64_t wall)
{
	profile_fire_on(en, pr, dt_timer_cpu(en), due, wall);
}

static void profile_all(struct dt_engine *en, void *pr, uint64_t due, int64_t wall)
{
	for (unsigned cpu = 0; cpu < dt_sys_ncpu(dt_system(en)); cpu++)
		profile_fire_on(en, pr, cpu, due, wall);
}

/* A tick only needs the stream's clock; profile and sample depend on the feed. */
static int profile_enable(struct dt_engine *en, struct dt_probe *pr)
{
	uint64_t period;

	if (dt_probe_tag(pr) != PK_TICK || profile_parse(dt_probe_name(pr), &period) < 0)
		return 0;
	return dt_timer_add(en, period, profile_tick, pr);
}

/*
 * Windows.  A trace has the thread of a CPU at any time, but the pc only at a sample. So in a trace
 * with samples, profile-N of a CPU fires with the first sample that is due, once for each period
 * since the last one; after a long silence of the CPU it starts again. Without samples it fires by
 * the clock.
 */
#define SILENCE 1000000000u

struct etl_rate {
	struct dt_probe *ra_probe;
	uint64_t ra_period;
	uint64_t ra_due[ETL_MAXCPUS]; /* 0: no sample yet */
	struct etl_rate *ra_next;
};

static void etw_profile_add(struct dt_feed *fd, struct dt_probe *pr)
{
	struct etl_feed *ef = etl_of(fd);
	struct etl_rate *ra;
	uint64_t period;

	if (profile_parse(dt_probe_name(pr), &period) < 0)
		return;
	ra = ef->ef_sampled ? base_calloc(1, sizeof(*ra)) : NULL;
	if (!ra) {
		dt_timer_add(fd->fd_engine, period, profile_all, pr);
		return;
	}
	ra->ra_probe = pr;
	ra->ra_period = period;
	ra->ra_next = ef->ef_rates;
	ef->ef_rates = ra;
}

static void etw_profile_start(struct dt_feed *fd, const struct etw_event *ev)
{
	(void)ev;
	etl_each(fd, PK_PROFILE, etw_profile_add);
}

void etl_profile_free(struct etl_feed *ef)
{
	while (ef->ef_rates) {
		struct etl_rate *next = ef->ef_rates->ra_next;

		free(ef->ef_rates);
		ef->ef_rates = next;
	}
}

static void etw_sampled(struct dt_feed *fd, const struct etw_event *ev)
{
	etl_of(fd)->ef_sampled = true;
	etw_filter_unhook(etl_of(fd)->ef_running->di_filter, ev->ev_hookid);
}

static void etw_profile_fire(struct dt_feed *fd, const struct etw_event *ev, struct dt_firing *fi)
{
	for (struct etl_rate *ra = etl_of(fd)->ef_rates; ra && ev->ev_cpu < ETL_MAXCPUS;
		ra = ra->ra_next) {
		uint64_t *due = &ra->ra_due[ev->ev_cpu];

		if (ra->ra_period == etl_of(fd)->ef_sampleperiod) /* each sample is one firing */
			*due = ev->ev_ns;

		if (*due == 0 || ev->ev_ns > *due + SILENCE)
			*due = ev->ev_ns;
		for (; *due <= ev->ev_ns; *due += ra->ra_period) {
			fi->fi_args[2] = ev->ev_ns - *due;
			dt_fire(fd->fd_engine, ra->ra_probe, fi);
		}
	}
}

static bool etw_kernel_pc(const struct etw_event *ev, uint64_t pc)
{
	return ev->ev_ptrsize == 8 ? pc >> 63 : pc >= 0x80000000;
}

static void etw_sample(struct dt_feed *fd, const struct etw_event *ev)
{
	struct dt_system *sys = dt_system(fd->fd_engine);
	struct etw_sample sp;
	struct dt_firing fi;
	thread_t *t;

	if (etw_decode_sample(ev, &sp) < 0) {
		etl_broken(fd, ev);
		return;
	}
	t = etl_thread(fd, ev, sp.sp_tid, ETW_NOID);
	if (t != dt_sys_running(sys, ev->ev_cpu)) /* no context switch is known yet */
		dt_sys_switch(sys, ev->ev_cpu, t, ev->ev_ns);
	etl_firing(fd, ev, t, &fi);
	fi.fi_args[etw_kernel_pc(ev, sp.sp_ip) ? 0 : 1] = sp.sp_ip;
	etl_fire(fd, PK_SAMPLE, &fi);
	etw_profile_fire(fd, ev, &fi);
}

static const struct dt_etw_source profile_etw[] = {
	{ .es_opcode = DT_ETW_START, .es_handle = etw_profile_start, .es_tags = 1 << PK_PROFILE },
	{ .es_guid = &etl_guid_perfinfo,
		.es_opcode = 0x2e,
		.es_state = true,
		.es_handle = etw_sample,
		.es_tags = 1 << PK_SAMPLE | 1 << PK_PROFILE },
	{ .es_guid = &etl_guid_perfinfo,
		.es_opcode = 0x2e,
		.es_early = true,
		.es_handle = etw_sampled,
		.es_tags = 1 << PK_PROFILE },
	{ 0 }
};

/*
 * Linux.  profile-N and sample-N are a timer on every CPU that runs a thread.  An idle CPU is not
 * sampled: the kernel stops its tick and would deliver almost no samples, or throttle the timer, so
 * counts would mean nothing, and sampling would keep the CPU from sleeping.
 */
#if defined(__aarch64__)
#define CLOCK_REGS \
	"x0 x1 x2 x3 x4 x5 x6 x7 x8 x9 x10 x11 x12 x13 x14 x15 x16 x17 x18 x19 x20 x21 x22 x23 x24 x25 " \
	"x26 x27 x28 x29 x30 sp pc"
#define CLOCK_PC "pc"
#else
#define CLOCK_REGS "r15 r14 r13 r12 bp bx r11 r10 r9 r8 ax cx dx si di orig_ax ip"
#define CLOCK_PC "ip"
#endif

static void lx_clock_bind(struct dt_lx_source *so, struct dt_probe *pr)
{
	uint32_t id = dt_probe_id(pr);
	uint64_t period;

	if (dt_probe_tag(pr) == PK_TICK || profile_parse(dt_probe_name(pr), &period) < 0)
		return;
	if (period < PROFILE_MINPERIOD)
		period = PROFILE_MINPERIOD;
	dt_lx_want(so, pr, 0, id);
	dt_lx_clock(so, id, period);
}

static void lx_clock(struct dt_feed *fd, const struct dt_lx_event *e)
{
	struct dt_firing fi;
	uint64_t pc;

	if (!dt_lx_firing(e, 0, &fi))
		return;
	pc = dt_lx_value(e, 0);
	fi.fi_args[pc >> 63 ? 0 : 1] = pc;
	if (dt_probe_tag(dt_lx_probe(e, 0)) == PK_PROFILE)
		fi.fi_args[2] = dt_lx_late(e);
	dt_fire(fd->fd_engine, dt_lx_probe(e, 0), &fi);
}

static const struct dt_linux_field clock_fields[] = { { CLOCK_PC, 0, false }, { 0 } };
static const struct dt_linux_view clock_views[] = {
	{ .lv_task = "current", .lv_pc = CLOCK_PC, .lv_direct = true }, { 0 }
};
static const struct dt_linux_source profile_linux[] = { { .ls_kind = DT_LX_CLOCK,
								.ls_name = "the profiling clock",
								.ls_args = CLOCK_REGS,
								.ls_views = clock_views,
								.ls_fields = clock_fields,
								.ls_bind = lx_clock_bind,
								.ls_handle = lx_clock },
	{ 0 } };

const struct dt_provider dt_prov_profile = {
	.pv_name = "profile",
	.pv_attrs = {
		.pa_provider = { DT_STAB_EVOLVING, DT_STAB_EVOLVING, DT_CLASS_COMMON },
		.pa_module = { DT_STAB_UNSTABLE, DT_STAB_UNSTABLE, DT_CLASS_UNKNOWN },
		.pa_function = { DT_STAB_PRIVATE, DT_STAB_PRIVATE, DT_CLASS_UNKNOWN },
		.pa_name = { DT_STAB_EVOLVING, DT_STAB_EVOLVING, DT_CLASS_COMMON },
		.pa_args = { DT_STAB_EVOLVING, DT_STAB_EVOLVING, DT_CLASS_COMMON },
	},
	.pv_probes = profile_probes,
	.pv_provide = profile_provide,
	.pv_enable = profile_enable,
	.pv_etw = profile_etw,
	.pv_linux = profile_linux,
};
