/* PerfInfo: interrupts, deferred calls, system calls, performance counters. */
#include "etw_perf.h"
#include "kernel.h"

int etw_decode_dpc(const struct etw_event *ev, struct etw_dpc *dp)
{
	struct kr k;

	memset(dp, 0, sizeof(*dp));
	kr_init(&k, ev);
	dp->dp_start = kr_u64(&k, "start time");
	dp->dp_routine = kr_ptr(&k, "routine");
	return kr_done(&k);
}

int etw_decode_isr(const struct etw_event *ev, struct etw_isr *is)
{
	struct kr k;

	memset(is, 0, sizeof(*is));
	kr_init(&k, ev);
	is->is_start = kr_u64(&k, "start time");
	is->is_routine = kr_ptr(&k, "routine");
	if (ev->ev_version < 2) {
		is->is_return = kr_u32(&k, "return value");
		return kr_done(&k);
	}
	is->is_return = kr_u8(&k, "return value");
	is->is_vector = kr_u16(&k, "vector");
	kr_u8(&k, "reserved byte");
	if (ev->ev_opcode == 0x32)
		is->is_message = kr_u32(&k, "message number");
	return kr_done(&k);
}

int etw_decode_syscall(const struct etw_event *ev, struct etw_syscall *sy)
{
	struct kr k;

	memset(sy, 0, sizeof(*sy));
	kr_init(&k, ev);
	if (ev->ev_opcode == 0x33)
		sy->sy_routine = kr_ptr(&k, "routine");
	else
		sy->sy_status = kr_u32(&k, "status");
	return kr_done(&k);
}

int etw_decode_pmcsample(const struct etw_event *ev, struct etw_pmcsample *ps)
{
	struct kr k;

	memset(ps, 0, sizeof(*ps));
	kr_init(&k, ev);
	ps->ps_ip = kr_ptr(&k, "instruction pointer");
	ps->ps_tid = kr_u32(&k, "thread id");
	ps->ps_source = kr_u16(&k, "source");
	ps->ps_flags = kr_u16(&k, "flags");
	return kr_done(&k);
}

int etw_decode_interval(const struct etw_event *ev, struct etw_interval *iv)
{
	struct kr k;

	memset(iv, 0, sizeof(*iv));
	kr_init(&k, ev);
	iv->iv_source = kr_u32(&k, "source");
	iv->iv_new = kr_u32(&k, "new interval");
	iv->iv_old = kr_u32(&k, "old interval");
	if (ev->ev_version >= 3)
		iv->iv_name = kr_utf16(&k, &iv->iv_nameunits);
	return kr_done(&k);
}

int etw_decode_pmcconfig(const struct etw_event *ev, struct etw_pmcconfig *pc)
{
	struct kr k;

	memset(pc, 0, sizeof(*pc));
	kr_init(&k, ev);
	pc->pc_count = kr_u32(&k, "number of counters");
	if (pc->pc_count > ETW_PMC_MAX)
		k.kr_bad = "number of counters";
	for (uint32_t i = 0; !k.kr_bad && i < pc->pc_count; i++) {
		if (kr_empty(&k))
			k.kr_bad = "counter's name";
		else
			pc->pc_name[i] = kr_utf16(&k, &pc->pc_nameunits[i]);
	}
	return kr_done(&k);
}
