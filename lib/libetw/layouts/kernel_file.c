/*
 * FileIo: names of files, operations on them.
 *
 * Version 3 moved the thread, in version 2 a pointer before the file object, behind the pointers
 * and made it 4 bytes.
 */
#include "etw_file.h"
#include "kernel.h"

int etw_decode_filename(const struct etw_event *ev, struct etw_filename *fn)
{
	struct kr k;

	memset(fn, 0, sizeof(*fn));
	kr_init(&k, ev);
	fn->fn_key = kr_ptr(&k, "file key");
	fn->fn_name = kr_utf16(&k, &fn->fn_units);
	return kr_done(&k);
}

static void take_thread(struct kr *k, struct etw_fileio *fl, bool here, unsigned size)
{
	if (here)
		fl->fl_tid = (uint32_t)(size == 4 ? kr_u32(k, "thread id") :
						    kr_ptr(k, "thread id"));
}

static void take_create(struct kr *k, struct etw_fileio *fl, bool v3)
{
	fl->fl_irp = kr_ptr(k, "IRP");
	take_thread(k, fl, !v3, k->kr_ptrsize);
	fl->fl_object = kr_ptr(k, "file object");
	take_thread(k, fl, v3, 4);
	fl->fl_options = kr_u32(k, "create options");
	fl->fl_attributes = kr_u32(k, "file attributes");
	fl->fl_share = kr_u32(k, "share access");
	fl->fl_name = kr_utf16(k, &fl->fl_units);
}

static void take_file(struct kr *k, struct etw_fileio *fl, bool v3)
{
	fl->fl_irp = kr_ptr(k, "IRP");
	take_thread(k, fl, !v3, k->kr_ptrsize);
	fl->fl_object = kr_ptr(k, "file object");
	fl->fl_key = kr_ptr(k, "file key");
}

static void take_transfer(struct kr *k, struct etw_fileio *fl, bool v3)
{
	fl->fl_offset = kr_u64(k, "offset");
	take_file(k, fl, v3);
	take_thread(k, fl, v3, 4);
	fl->fl_size = kr_u32(k, "size");
	fl->fl_flags = kr_u32(k, "flags");
	fl->fl_hasextraflags = v3 && !kr_empty(k);
	if (fl->fl_hasextraflags)
		fl->fl_extraflags = kr_u32(k, "extra flags");
}

static void take_info(struct kr *k, struct etw_fileio *fl, bool v3)
{
	take_file(k, fl, v3);
	fl->fl_extra = kr_ptr(k, "extra information");
	take_thread(k, fl, v3, 4);
	fl->fl_class = kr_u32(k, "information class");
}

static void take_directory(struct kr *k, struct etw_fileio *fl, bool v3)
{
	take_file(k, fl, v3);
	take_thread(k, fl, v3, 4);
	fl->fl_length = kr_u32(k, "length");
	fl->fl_class = kr_u32(k, "information class");
	fl->fl_index = kr_u32(k, "file index");
	fl->fl_name = kr_utf16(k, &fl->fl_units);
}

static void take_end(struct kr *k, struct etw_fileio *fl)
{
	fl->fl_tid = ETW_NOID;
	fl->fl_irp = kr_ptr(k, "IRP");
	fl->fl_extra = kr_ptr(k, "extra information");
	fl->fl_status = kr_u32(k, "status");
}

static void take_operation(struct kr *k, struct etw_fileio *fl, uint8_t opcode, bool v3)
{
	switch (opcode) {
	case ETW_FILEIO_CREATE: take_create(k, fl, v3); break;
	case ETW_FILEIO_READ:
	case ETW_FILEIO_WRITE: take_transfer(k, fl, v3); break;
	case ETW_FILEIO_DIRENUM:
	case ETW_FILEIO_DIRNOTIFY: take_directory(k, fl, v3); break;
	case ETW_FILEIO_END: take_end(k, fl); break;
	case ETW_FILEIO_CLEANUP:
	case ETW_FILEIO_CLOSE:
	case ETW_FILEIO_FLUSH:
		take_file(k, fl, v3);
		take_thread(k, fl, v3, 4);
		break;
	default:
		take_info(k, fl, v3);
		if (opcode >= ETW_FILEIO_DELETE_PATH && opcode <= ETW_FILEIO_LINK_PATH)
			fl->fl_name = kr_utf16(k, &fl->fl_units);
	}
}

int etw_decode_fileio(const struct etw_event *ev, struct etw_fileio *fl)
{
	struct kr k;

	memset(fl, 0, sizeof(*fl));
	kr_init(&k, ev);
	take_operation(&k, fl, ev->ev_opcode, ev->ev_version >= 3);
	return kr_done(&k);
}
