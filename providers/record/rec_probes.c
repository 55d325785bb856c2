/*
 * Probes for whose events Windows has no record: system calls, tracepoints, functions and probes of
 * processes. An event of our own says which probe fired, with its arguments and the memory that
 * clauses of this run read; another one, at the trace's beginning, says what the probe is.
 *
 * Which: those that programs enable, and with group syscall all system calls.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "alloc.h"
#include "grow.h"
#include "recorder.h"

#define MEMORY_MAX 8192u
#define NARGS DT_MAXARGS

/*
 * Pieces of memory: address (8 bytes), length (4), flags (4), bytes. Those that don't fit are left
 * out.
 */
static uint32_t memory_put(uint8_t *to, const struct dt_firing *fi)
{
	uint32_t n = 0;

	for (unsigned i = 0; i < fi->fi_nmem; i++) {
		const struct dt_mem *me = &fi->fi_mem[i];
		uint32_t flags = me->me_user | (uint32_t)me->me_fault << 1,
			 len = me->me_fault ? 0 : me->me_len;

		if (len > MEMORY_MAX - n || MEMORY_MAX - n - len < 16)
			continue;
		memcpy(to + n, &me->me_addr, 8);
		memcpy(to + n + 8, &len, 4);
		memcpy(to + n + 12, &flags, 4);
		memcpy(to + n + 16, me->me_data, len);
		n += 16 + len;
	}
	return n;
}

static void probe_fired(const struct dt_tap *ta, struct dt_probe *pr, const struct dt_firing *fi)
{
	struct rec_tapped *td = ta->ta_arg;
	struct dt_recorder *rc = td->td_recorder;
	uint8_t memory[MEMORY_MAX];
	char label[256];
	unsigned nargs = NARGS;

	if (!rc->rc_writer)
		return;
	rec_introduce(rc, fi, fi->fi_thread);
	while (nargs > 0 && fi->fi_args[nargs - 1] == 0)
		nargs--;
	snprintf(label, sizeof(label), "%s:%s", dt_probe_func(pr), dt_probe_name(pr));
	etw_self_begin(&rc->rc_self, label);
	etw_self_u32(&rc->rc_self, "Probe", td->td_number);
	etw_self_i32(&rc->rc_self, "Errno", fi->fi_errno);
	etw_self_i64(&rc->rc_self, "Uid", fi->fi_hasids ? (int64_t)fi->fi_uid : -1);
	etw_self_i64(&rc->rc_self, "Gid", fi->fi_hasids ? (int64_t)fi->fi_gid : -1);
	etw_self_hexes(&rc->rc_self, "Arguments", fi->fi_args, nargs);
	etw_self_bytes(&rc->rc_self, "Memory", memory, memory_put(memory, fi));
	rec_self_stacks(rc, fi);
	rec_self_put(rc, fi, DT_RECORDED_FIRED);
}

static bool is_recorded(const struct dt_provider *pv)
{
	return strcmp(pv->pv_name, "syscall") == 0 || pv->pv_live_only;
}

bool dt_recorder_logs(const struct dt_probe *pr)
{
	const struct dt_provider *pv = dt_probe_provider(pr);

	if (is_recorded(pv))
		return true;
	for (const struct rec_tap *rt = rec_threads; rt->rt_group; rt++)
		if (rt->rt_group == REC_CPU && !strcmp(rt->rt_prov, pv->pv_name) &&
			!strcmp(rt->rt_name, dt_probe_name(pr)))
			return true;
	return false;
}

static void probe_tap(struct dt_probe *pr, void *arg)
{
	struct dt_recorder *rc = arg;
	struct rec_tapped *td;

	if (dt_probe_tapped(pr) || (!dt_probe_enabled(pr) && !rc->rc_allcalls) ||
		!base_more(rc->rc_probes, rc->rc_nprobes))
		return;
	td = base_calloc(1, sizeof(*td));
	if (!td)
		return;
	*td = (struct rec_tapped){ .td_recorder = rc,
		.td_probe = pr,
		.td_number = rc->rc_nprobes + 1 };
	td->td_tap = (struct dt_tap){ .ta_fn = probe_fired,
		.ta_arg = td,
		.ta_args = (1u << NARGS) - 1,
		.ta_clauses = true,
		.ta_vars = DT_PLAN_TASK | DT_PLAN_EXECNAME | DT_PLAN_IDS | DT_PLAN_ERRNO };
	rc->rc_probes[rc->rc_nprobes++] = td;
	dt_probe_tap(pr, &td->td_tap);
}

void rec_probes_set(struct dt_recorder *rc)
{
	const struct dt_provider *pv;

	for (unsigned i = 0; (pv = dt_provider_at(rc->rc_engine, i)); i++) {
		bool calls = strcmp(pv->pv_name, "syscall") == 0;

		rc->rc_allcalls = calls && (rc->rc_groups & REC_SYSCALL);
		if (is_recorded(pv))
			dt_probe_walk(rc->rc_engine, pv, probe_tap, rc);
	}
}

/* What the probes are. */
void rec_probes_write(struct dt_recorder *rc, const struct dt_firing *fi)
{
	for (unsigned i = 0; i < rc->rc_nprobes; i++) {
		const struct dt_probe *pr = rc->rc_probes[i]->td_probe;
		char types[1024];

		etw_self_begin(&rc->rc_self, "Probe");
		etw_self_u32(&rc->rc_self, "Probe", rc->rc_probes[i]->td_number);
		etw_self_text(&rc->rc_self, "Provider", dt_probe_provider(pr)->pv_name);
		etw_self_text(&rc->rc_self, "Module", dt_probe_mod(pr));
		etw_self_text(&rc->rc_self, "Function", dt_probe_func(pr));
		etw_self_text(&rc->rc_self, "Name", dt_probe_name(pr));
		etw_self_u32(&rc->rc_self, "Executable",
			dt_probe_provider(pr)->pv_module &&
				dt_probe_provider(pr)->pv_module(pr, "a.out"));
		dt_probe_types(pr, types, sizeof(types));
		if (strpbrk(types, "`") || strstr(types, "struct ")) /* of programs, or tracefs */
			*types = '\0';
		etw_self_text(&rc->rc_self, "Types", types);
		rec_self_put(rc, fi, DT_RECORDED_PROBE);
	}
}

void rec_probes_fini(struct dt_recorder *rc)
{
	for (unsigned i = 0; i < rc->rc_nprobes; i++) {
		dt_probe_tap(rc->rc_probes[i]->td_probe, NULL);
		free(rc->rc_probes[i]);
	}
	free(rc->rc_probes);
}
