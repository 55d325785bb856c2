/* Priorities, process counters, terminations, the kernel's base: read and written. */
#include "etw_sched.h"
#include "kernel.h"
#include "kernel_write.h"

int etw_decode_priority(const struct etw_event *ev, struct etw_priority *pr)
{
	struct kr k;

	memset(pr, 0, sizeof(*pr));
	kr_init(&k, ev);
	pr->pr_tid = kr_u32(&k, "thread id");
	pr->pr_old = kr_u8(&k, "old priority");
	pr->pr_new = kr_u8(&k, "new priority");
	pr->pr_reserved = kr_u16(&k, "reserved bytes");
	return kr_done(&k);
}

int etw_write_priority(struct etw_writer *w, struct etw_event *ev, const struct etw_priority *pr)
{
	struct kw k;

	kw_init(&k, ev);
	kw_num(&k, 4, pr->pr_tid);
	kw_num(&k, 1, pr->pr_old);
	kw_num(&k, 1, pr->pr_new);
	kw_num(&k, 2, pr->pr_reserved);
	return kw_put(w, ev, &k, ETW_PERFINFO, 0x05);
}

int etw_decode_perfctr(const struct etw_event *ev, struct etw_perfctr *pf)
{
	struct kr k;

	memset(pf, 0, sizeof(*pf));
	kr_init(&k, ev);
	pf->pf_pid = kr_u32(&k, "process id");
	pf->pf_faults = kr_u32(&k, "page faults");
	pf->pf_handles = kr_u32(&k, "handles");
	pf->pf_reserved = kr_u32(&k, "reserved word");
	for (unsigned i = 0; i < ETW_PERFCTR_SIZES; i++)
		pf->pf_sizes[i] = kr_ptr(&k, "memory");
	return kr_done(&k);
}

int etw_write_perfctr(struct etw_writer *w, struct etw_event *ev, const struct etw_perfctr *pf)
{
	struct kw k;

	kw_init(&k, ev);
	kw_num(&k, 4, pf->pf_pid);
	kw_num(&k, 4, pf->pf_faults);
	kw_num(&k, 4, pf->pf_handles);
	kw_num(&k, 4, pf->pf_reserved);
	for (unsigned i = 0; i < ETW_PERFCTR_SIZES; i++)
		kw_ptr(&k, pf->pf_sizes[i]);
	return kw_put(w, ev, &k, ETW_SYSTEM, 0x03);
}

int etw_decode_terminate(const struct etw_event *ev, struct etw_terminate *te)
{
	struct kr k;

	kr_init(&k, ev);
	te->te_pid = kr_u32(&k, "process id");
	return kr_done(&k);
}

int etw_write_terminate(struct etw_writer *w, struct etw_event *ev, const struct etw_terminate *te)
{
	struct kw k;

	kw_init(&k, ev);
	kw_num(&k, 4, te->te_pid);
	return kw_put(w, ev, &k, ETW_SYSTEM, 0x03);
}

int etw_decode_imagebase(const struct etw_event *ev, struct etw_imagebase *ib)
{
	struct kr k;

	kr_init(&k, ev);
	ib->ib_base = kr_ptr(&k, "base address");
	return kr_done(&k);
}

int etw_write_imagebase(struct etw_writer *w, struct etw_event *ev, const struct etw_imagebase *ib)
{
	struct kw k;

	kw_init(&k, ev);
	kw_ptr(&k, ib->ib_base);
	return kw_put(w, ev, &k, ETW_SYSTEM, 0x14);
}
