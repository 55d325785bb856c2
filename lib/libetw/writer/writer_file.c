/* The layouts of kernel_file.c, written. */
#include "etw_file.h"
#include "kernel_write.h"

int etw_write_filename(struct etw_writer *w, struct etw_event *ev, const struct etw_filename *fn)
{
	struct kw k;

	kw_init(&k, ev);
	kw_ptr(&k, fn->fn_key);
	kw_utf16(&k, fn->fn_name, fn->fn_units);
	return kw_put(w, ev, &k, ETW_PERFINFO, 0x04);
}

static void put_file(struct kw *k, const struct etw_fileio *fl, bool v3, bool haskey)
{
	kw_ptr(k, fl->fl_irp);
	if (!v3)
		kw_ptr(k, fl->fl_tid);
	kw_ptr(k, fl->fl_object);
	if (haskey)
		kw_ptr(k, fl->fl_key);
}

static void put_create(struct kw *k, const struct etw_fileio *fl, bool v3)
{
	put_file(k, fl, v3, false);
	if (v3)
		kw_num(k, 4, fl->fl_tid);
	kw_num(k, 4, fl->fl_options);
	kw_num(k, 4, fl->fl_attributes);
	kw_num(k, 4, fl->fl_share);
	kw_utf16(k, fl->fl_name, fl->fl_units);
}

static void put_transfer(struct kw *k, const struct etw_fileio *fl, bool v3)
{
	kw_num(k, 8, fl->fl_offset);
	put_file(k, fl, v3, true);
	if (v3)
		kw_num(k, 4, fl->fl_tid);
	kw_num(k, 4, fl->fl_size);
	kw_num(k, 4, fl->fl_flags);
	if (v3 && fl->fl_hasextraflags)
		kw_num(k, 4, fl->fl_extraflags);
}

static void put_info(struct kw *k, const struct etw_fileio *fl, bool v3)
{
	put_file(k, fl, v3, true);
	kw_ptr(k, fl->fl_extra);
	if (v3)
		kw_num(k, 4, fl->fl_tid);
	kw_num(k, 4, fl->fl_class);
}

static void put_directory(struct kw *k, const struct etw_fileio *fl, bool v3)
{
	put_file(k, fl, v3, true);
	if (v3)
		kw_num(k, 4, fl->fl_tid);
	kw_num(k, 4, fl->fl_length);
	kw_num(k, 4, fl->fl_class);
	kw_num(k, 4, fl->fl_index);
	kw_utf16(k, fl->fl_name, fl->fl_units);
}

static void put_end(struct kw *k, const struct etw_fileio *fl)
{
	kw_ptr(k, fl->fl_irp);
	kw_ptr(k, fl->fl_extra);
	kw_num(k, 4, fl->fl_status);
}

static void put_operation(struct kw *k, const struct etw_fileio *fl, uint8_t opcode, bool v3)
{
	switch (opcode) {
	case ETW_FILEIO_CREATE: put_create(k, fl, v3); break;
	case ETW_FILEIO_READ:
	case ETW_FILEIO_WRITE: put_transfer(k, fl, v3); break;
	case ETW_FILEIO_DIRENUM:
	case ETW_FILEIO_DIRNOTIFY: put_directory(k, fl, v3); break;
	case ETW_FILEIO_END: put_end(k, fl); break;
	case ETW_FILEIO_CLEANUP:
	case ETW_FILEIO_CLOSE:
	case ETW_FILEIO_FLUSH:
		put_file(k, fl, v3, true);
		if (v3)
			kw_num(k, 4, fl->fl_tid);
		break;
	default:
		put_info(k, fl, v3);
		if (opcode >= ETW_FILEIO_DELETE_PATH && opcode <= ETW_FILEIO_LINK_PATH)
			kw_utf16(k, fl->fl_name, fl->fl_units);
	}
}

int etw_write_fileio(struct etw_writer *w, struct etw_event *ev, const struct etw_fileio *fl)
{
	struct kw k;

	kw_init(&k, ev);
	put_operation(&k, fl, ev->ev_opcode, ev->ev_version >= 3);
	return kw_put(w, ev, &k, ETW_SYSTEM, 0x04);
}
