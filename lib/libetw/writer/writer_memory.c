/* The layouts of kernel_memory.c, written. */
#include "etw_memory.h"
#include "kernel_write.h"

int etw_write_fault(struct etw_writer *w, struct etw_event *ev, const struct etw_fault *pf)
{
	struct kw k;

	kw_init(&k, ev);
	kw_ptr(&k, pf->pf_va);
	kw_ptr(&k, pf->pf_pc);
	return kw_put(w, ev, &k, ETW_PERFINFO, 0x02);
}

int etw_write_hardfault(struct etw_writer *w, struct etw_event *ev, const struct etw_hardfault *hf)
{
	struct kw k;

	kw_init(&k, ev);
	ev->ev_opcode = 0x20;
	kw_num(&k, 8, hf->hf_initial);
	kw_num(&k, 8, hf->hf_offset);
	kw_ptr(&k, hf->hf_va);
	kw_ptr(&k, hf->hf_file);
	kw_num(&k, 4, hf->hf_tid);
	kw_num(&k, 4, hf->hf_bytes);
	return kw_put(w, ev, &k, ETW_PERFINFO, 0x02);
}

int etw_write_valloc(struct etw_writer *w, struct etw_event *ev, const struct etw_valloc *va)
{
	struct kw k;

	kw_init(&k, ev);
	kw_ptr(&k, va->va_base);
	kw_ptr(&k, va->va_size);
	kw_num(&k, 4, va->va_pid);
	kw_num(&k, 4, va->va_flags);
	if (ev->ev_opcode >= 0x80)
		kw_ptr(&k, va->va_commit);
	return kw_put(w, ev, &k, ETW_PERFINFO, 0x02);
}

int etw_write_imgload(struct etw_writer *w, struct etw_event *ev, const struct etw_imgload *il)
{
	struct kw k;

	kw_init(&k, ev);
	ev->ev_opcode = 0x69;
	kw_ptr(&k, il->il_file);
	kw_num(&k, 4, il->il_devchar);
	kw_num(&k, 2, il->il_filechar);
	kw_num(&k, 2, il->il_flags);
	return kw_put(w, ev, &k, ETW_SYSTEM, 0x02);
}
