/* The layouts of kernel_disk.c, written. */
#include "etw_disk.h"
#include "kernel_write.h"

static void put_transfer(struct kw *k, const struct etw_diskio *di, unsigned version)
{
	kw_num(k, 4, di->di_disk);
	kw_num(k, 4, di->di_irpflags);
	kw_num(k, 4, di->di_size);
	kw_num(k, 4, version >= 1 ? di->di_reserved : di->di_elapsed);
	kw_num(k, 8, di->di_offset);
	kw_ptr(k, di->di_file);
	if (version >= 2)
		kw_ptr(k, di->di_irp);
	if (version >= 1)
		kw_num(k, 8, di->di_elapsed);
}

static void put_flush(struct kw *k, const struct etw_diskio *di)
{
	kw_num(k, 4, di->di_disk);
	kw_num(k, 4, di->di_irpflags);
	kw_num(k, 8, di->di_elapsed);
	kw_ptr(k, di->di_irp);
}

int etw_write_diskio(struct etw_writer *w, struct etw_event *ev, const struct etw_diskio *di)
{
	int start = 0;
	enum etw_diskop op = etw_disk_op(ev->ev_opcode, &start);
	struct kw k;

	kw_init(&k, ev);
	if (start)
		kw_ptr(&k, di->di_irp);
	else if (op == ETW_DISK_FLUSH)
		put_flush(&k, di);
	else
		put_transfer(&k, di, ev->ev_version);
	if (ev->ev_version >= 3)
		kw_num(&k, 4, di->di_tid);
	return kw_put(w, ev, &k, ETW_SYSTEM, 0x01);
}

int etw_write_volumemap(struct etw_writer *w, struct etw_event *ev, const struct etw_volumemap *vm)
{
	struct kw k;

	kw_init(&k, ev);
	ev->ev_opcode = 0x23;
	kw_utf16(&k, vm->vm_ntpath, vm->vm_ntunits);
	kw_utf16(&k, vm->vm_dospath, vm->vm_dosunits);
	ev->ev_kind = ETW_FULL;
	ev->ev_payload = k.kw_buf;
	ev->ev_paylen = (uint32_t)k.kw_n;
	return etw_writer_put(w, ev);
}
