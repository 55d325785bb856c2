/* The layouts of kernel_interrupt.c, written. */
#include "etw_perf.h"
#include "kernel_write.h"

#define GROUP 0x0f

int etw_write_dpc(struct etw_writer *w, struct etw_event *ev, const struct etw_dpc *dp)
{
	struct kw k;

	kw_init(&k, ev);
	kw_num(&k, 8, dp->dp_start);
	kw_ptr(&k, dp->dp_routine);
	return kw_put(w, ev, &k, ETW_PERFINFO, GROUP);
}

int etw_write_isr(struct etw_writer *w, struct etw_event *ev, const struct etw_isr *is)
{
	struct kw k;

	kw_init(&k, ev);
	kw_num(&k, 8, is->is_start);
	kw_ptr(&k, is->is_routine);
	if (ev->ev_version < 2) {
		kw_num(&k, 4, is->is_return);
	} else {
		kw_num(&k, 1, is->is_return);
		kw_num(&k, 2, is->is_vector);
		kw_num(&k, 1, 0);
		if (ev->ev_opcode == 0x32)
			kw_num(&k, 4, is->is_message);
	}
	return kw_put(w, ev, &k, ETW_PERFINFO, GROUP);
}

int etw_write_syscall(struct etw_writer *w, struct etw_event *ev, const struct etw_syscall *sy)
{
	struct kw k;

	kw_init(&k, ev);
	if (ev->ev_opcode == 0x33)
		kw_ptr(&k, sy->sy_routine);
	else
		kw_num(&k, 4, sy->sy_status);
	return kw_put(w, ev, &k, ETW_PERFINFO, GROUP);
}

int etw_write_pmcsample(struct etw_writer *w, struct etw_event *ev, const struct etw_pmcsample *ps)
{
	struct kw k;

	kw_init(&k, ev);
	ev->ev_opcode = 0x2f;
	kw_ptr(&k, ps->ps_ip);
	kw_num(&k, 4, ps->ps_tid);
	kw_num(&k, 2, ps->ps_source);
	kw_num(&k, 2, ps->ps_flags);
	return kw_put(w, ev, &k, ETW_PERFINFO, GROUP);
}

int etw_write_interval(struct etw_writer *w, struct etw_event *ev, const struct etw_interval *iv)
{
	struct kw k;

	kw_init(&k, ev);
	kw_num(&k, 4, iv->iv_source);
	kw_num(&k, 4, iv->iv_new);
	kw_num(&k, 4, iv->iv_old);
	if (ev->ev_version >= 3)
		kw_utf16(&k, iv->iv_name, iv->iv_nameunits);
	return kw_put(w, ev, &k, ETW_SYSTEM, GROUP);
}

int etw_write_pmcconfig(struct etw_writer *w, struct etw_event *ev, const struct etw_pmcconfig *pc)
{
	struct kw k;

	kw_init(&k, ev);
	ev->ev_opcode = 0x30;
	kw_num(&k, 4, pc->pc_count);
	for (uint32_t i = 0; i < pc->pc_count && i < ETW_PMC_MAX; i++)
		kw_utf16(&k, pc->pc_name[i], pc->pc_nameunits[i]);
	return kw_put(w, ev, &k, ETW_SYSTEM, GROUP);
}
