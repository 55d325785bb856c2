/* PageFault: faults, address ranges, images backed by the paging file. */
#include "etw_memory.h"
#include "kernel.h"

int etw_decode_fault(const struct etw_event *ev, struct etw_fault *pf)
{
	struct kr k;

	memset(pf, 0, sizeof(*pf));
	kr_init(&k, ev);
	pf->pf_va = kr_ptr(&k, "virtual address");
	pf->pf_pc = kr_ptr(&k, "program counter");
	return kr_done(&k);
}

int etw_decode_hardfault(const struct etw_event *ev, struct etw_hardfault *hf)
{
	struct kr k;

	memset(hf, 0, sizeof(*hf));
	kr_init(&k, ev);
	hf->hf_initial = kr_u64(&k, "initial time");
	hf->hf_offset = kr_u64(&k, "read offset");
	hf->hf_va = kr_ptr(&k, "virtual address");
	hf->hf_file = kr_ptr(&k, "file object");
	hf->hf_tid = kr_u32(&k, "thread id");
	hf->hf_bytes = kr_u32(&k, "byte count");
	return kr_done(&k);
}

int etw_decode_valloc(const struct etw_event *ev, struct etw_valloc *va)
{
	struct kr k;

	memset(va, 0, sizeof(*va));
	kr_init(&k, ev);
	va->va_base = kr_ptr(&k, "base address");
	va->va_size = kr_ptr(&k, "region size");
	va->va_pid = kr_u32(&k, "process id");
	va->va_flags = kr_u32(&k, "flags");
	if (ev->ev_opcode >= 0x80)
		va->va_commit = kr_ptr(&k, "commit size");
	return kr_done(&k);
}

int etw_decode_imgload(const struct etw_event *ev, struct etw_imgload *il)
{
	struct kr k;

	memset(il, 0, sizeof(*il));
	kr_init(&k, ev);
	il->il_file = kr_ptr(&k, "file object");
	il->il_devchar = kr_u32(&k, "device characteristics");
	il->il_filechar = kr_u16(&k, "file characteristics");
	il->il_flags = kr_u16(&k, "load flags");
	return kr_done(&k);
}
