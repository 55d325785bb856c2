/*
 * DiskIo: transfers and flushes, of disks and optical disks, their starts and their ends. What the
 * system's configuration says about volumes.
 */
#include "etw_disk.h"
#include "kernel.h"

enum etw_diskop etw_disk_op(uint8_t opcode, int *start)
{
	static const struct {
		uint8_t op_code, op_start;
		enum etw_diskop op_what;
	} ops[] = {
		{ 0x0a, 0, ETW_DISK_READ },
		{ 0x0b, 0, ETW_DISK_WRITE },
		{ 0x0c, 1, ETW_DISK_READ },
		{ 0x0d, 1, ETW_DISK_WRITE },
		{ 0x0e, 0, ETW_DISK_FLUSH },
		{ 0x0f, 1, ETW_DISK_FLUSH },
		{ 0x37, 0, ETW_DISK_READ },
		{ 0x38, 0, ETW_DISK_WRITE },
		{ 0x39, 0, ETW_DISK_FLUSH },
		{ 0x3a, 1, ETW_DISK_READ },
		{ 0x3b, 1, ETW_DISK_WRITE },
		{ 0x3c, 1, ETW_DISK_FLUSH },
	};

	for (size_t i = 0; i < sizeof(ops) / sizeof(ops[0]); i++)
		if (ops[i].op_code == opcode) {
			*start = ops[i].op_start;
			return ops[i].op_what;
		}
	return ETW_DISK_NONE;
}

static void take_transfer(struct kr *k, struct etw_diskio *di, unsigned version)
{
	di->di_disk = kr_u32(k, "disk number");
	di->di_irpflags = kr_u32(k, "IRP flags");
	di->di_size = kr_u32(k, "size");
	di->di_reserved = kr_u32(k, "reserved word");
	di->di_offset = kr_u64(k, "offset");
	di->di_file = kr_ptr(k, "file object");
	if (version >= 2)
		di->di_irp = kr_ptr(k, "IRP");
	di->di_elapsed = version >= 1 ? kr_u64(k, "response time") : di->di_reserved;
}

static void take_flush(struct kr *k, struct etw_diskio *di)
{
	di->di_disk = kr_u32(k, "disk number");
	di->di_irpflags = kr_u32(k, "IRP flags");
	di->di_elapsed = kr_u64(k, "response time");
	di->di_irp = kr_ptr(k, "IRP");
}

int etw_decode_diskio(const struct etw_event *ev, struct etw_diskio *di)
{
	int start = 0;
	enum etw_diskop op = etw_disk_op(ev->ev_opcode, &start);
	struct kr k;

	memset(di, 0, sizeof(*di));
	kr_init(&k, ev);
	if (start)
		di->di_irp = kr_ptr(&k, "IRP");
	else if (op == ETW_DISK_FLUSH)
		take_flush(&k, di);
	else
		take_transfer(&k, di, ev->ev_version);
	di->di_tid = ev->ev_version >= 3 ? kr_u32(&k, "issuing thread") : ETW_NOID;
	return kr_done(&k);
}

int etw_decode_volumemap(const struct etw_event *ev, struct etw_volumemap *vm)
{
	struct kr k;

	memset(vm, 0, sizeof(*vm));
	kr_init(&k, ev);
	vm->vm_ntpath = kr_utf16(&k, &vm->vm_ntunits);
	vm->vm_dospath = kr_utf16(&k, &vm->vm_dosunits);
	return kr_done(&k);
}
