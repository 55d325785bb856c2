/*
 * fsinfo: operations on files.
 *
 * An operation's probe fires at its start, in the thread that asked for it; done fires at its end,
 * with the same arguments and the result.  On the running kernel the result is errno; cleanup has
 * no event there.
 */
#include <string.h>
#include "providers.h"
#include "fsinfo_probes.h"

/* clang-format off */
#define FS_ARGS { { "wfileinfo_t *", "fileinfo_t *", 0 } }
#define FS_PROBE(opcode, name) { .ps_func = "event", .ps_name = name, .ps_tag = FS_TAG(opcode), \
	.ps_args = FS_ARGS }
/* clang-format on */

static const struct dt_probe_spec fsinfo_probes[] = { FS_PROBE(ETW_FILEIO_CREATE, "create"),
	FS_PROBE(ETW_FILEIO_CLEANUP, "cleanup"), FS_PROBE(ETW_FILEIO_CLOSE, "close"),
	FS_PROBE(ETW_FILEIO_READ, "read"), FS_PROBE(ETW_FILEIO_WRITE, "write"),
	FS_PROBE(ETW_FILEIO_SETINFO, "setinfo"), FS_PROBE(ETW_FILEIO_DELETE, "delete"),
	FS_PROBE(ETW_FILEIO_RENAME, "rename"), FS_PROBE(ETW_FILEIO_DIRENUM, "direnum"),
	FS_PROBE(ETW_FILEIO_FLUSH, "flush"), FS_PROBE(ETW_FILEIO_QUERYINFO, "queryinfo"),
	FS_PROBE(ETW_FILEIO_FSCONTROL, "fscontrol"), FS_PROBE(ETW_FILEIO_END, "done"),
	FS_PROBE(ETW_FILEIO_DIRNOTIFY, "dirnotify"), { 0 } };

const char *dt_fsinfo_name(unsigned tag)
{
	for (const struct dt_probe_spec *ps = fsinfo_probes; ps->ps_name; ps++)
		if ((unsigned)ps->ps_tag == tag)
			return ps->ps_name;
	return "?";
}

static void fs_fire(struct dt_feed *fd, int tag, struct dt_firing *fi, const wfileinfo_t *f)
{
	const char *const texts[] = { f->f_op, f->f_path, f->f_pattern, f->f_fs, f->f_mount };
	struct dt_mem mem[1 + sizeof(texts) / sizeof(texts[0])];
	unsigned n = 0;

	mem[n++] = etl_mem(f, sizeof(*f));
	for (unsigned i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		mem[n++] = etl_mem(texts[i], strlen(texts[i]) + 1);
	fi->fi_mem = mem;
	fi->fi_nmem = n;
	fi->fi_args[0] = (uintptr_t)f;
	etl_fire(fd, tag, fi);
}

/*
 * Windows.  The payload names the thread.  The file's path is the one that its file object was
 * opened with, if that is in the trace, otherwise the one of the name records for its key. The end
 * of an operation has only the result; its IRP leads to the start.
 */
static const char *etw_keep(struct etl_files *fs, const char *text)
{
	const char *kept = etl_known_keep(&fs->fs_names, text);

	return kept ? kept : ETL_NONAME;
}

static void etw_opened(struct etl_files *fs, uint64_t object, const char *kept)
{
	const char **path = base_table_renew(&fs->fs_objects, object);

	if (path)
		*path = kept;
}

/* The path. A key without a name record gets the path of the open file. */
static const char *etw_path(struct dt_feed *fd, const struct etw_event *ev,
	const struct etw_fileio *fl)
{
	struct etl_files *fs = etl_files(fd);
	const char *const *path = base_table_find(&fs->fs_objects, fl->fl_object);
	const char *name = etl_known_name(&fs->fs_names, fl->fl_key, ev->ev_ns);

	if (path && !name && fl->fl_key != 0)
		etl_known_tell(&fs->fs_names, fl->fl_key, ev->ev_ns, ETL_MADE, *path);
	return path ? *path : name != NULL ? name : ETL_NONAME;
}

static bool etw_has_pattern(uint8_t opcode)
{
	return opcode == ETW_FILEIO_DIRENUM || opcode == ETW_FILEIO_DIRNOTIFY;
}

static void etw_fill(struct dt_feed *fd, const struct etw_event *ev, const struct etw_fileio *fl,
	wfileinfo_t *f)
{
	struct etl_files *fs = etl_files(fd);
	bool transfer = ev->ev_opcode == ETW_FILEIO_READ || ev->ev_opcode == ETW_FILEIO_WRITE;
	const char *name = etw_keep(fs, etl_utf8(fd, fl->fl_name, fl->fl_units));

	*f = (wfileinfo_t){ .f_irp = fl->fl_irp,
		.f_object = fl->fl_object,
		.f_key = fl->fl_key,
		.f_extra = fl->fl_extra,
		.f_offset = transfer ? (int64_t)fl->fl_offset : -1,
		.f_size = fl->fl_size,
		.f_ioflags = fl->fl_flags,
		.f_options = fl->fl_options,
		.f_attributes = fl->fl_attributes,
		.f_share = fl->fl_share,
		.f_class = fl->fl_class,
		.f_dirlength = fl->fl_length,
		.f_dirindex = fl->fl_index };
	f->f_op = (char *)fsinfo_probes[FS_TAG(ev->ev_opcode)].ps_name;
	f->f_path = (char *)(ev->ev_opcode == ETW_FILEIO_CREATE ? name : etw_path(fd, ev, fl));
	f->f_pattern = etw_has_pattern(ev->ev_opcode) ? (char *)name : "";
	f->f_fs = f->f_mount = ETL_NONAME;
}

/* Fires with the path as users write it; f is unchanged. */
static void etw_fs_fire(struct dt_feed *fd, int tag, struct dt_firing *fi, const wfileinfo_t *f)
{
	const struct etl_volume *vo = etl_volume_of(fd, f->f_path);
	wfileinfo_t shown = *f;

	shown.f_path = (char *)etl_file_path(fd, f->f_path);
	if (vo) {
		shown.f_mount = (char *)vo->vo_letter;
		if (*vo->vo_fs != '\0')
			shown.f_fs = (char *)vo->vo_fs;
	}
	fs_fire(fd, tag, fi, &shown);
}

static void etw_begin(struct dt_feed *fd, const struct etw_event *ev, const thread_t *t,
	const wfileinfo_t *f)
{
	struct etl_files *fs = etl_files(fd);
	struct etl_operation *op = base_table_renew(&fs->fs_operations, f->f_irp);

	if (op)
		*op = (struct etl_operation){ .op_info = *f,
			.op_ns = ev->ev_ns,
			.op_tid = (uint32_t)t->t_tid,
			.op_pid = (uint32_t)t->t_proc->p_pid,
			.op_code = ev->ev_opcode };
}

static void etw_operation(struct dt_feed *fd, const struct etw_event *ev)
{
	struct etl_files *fs = etl_files(fd);
	struct etw_fileio fl;
	struct dt_firing fi;
	wfileinfo_t f;
	thread_t *t;

	if (!fs || etw_decode_fileio(ev, &fl) < 0) {
		etl_broken(fd, ev);
		return;
	}
	t = etl_thread(fd, ev, fl.fl_tid, fl.fl_tid == ev->ev_tid ? ev->ev_pid : ETW_NOID);
	etw_fill(fd, ev, &fl, &f);
	if (ev->ev_opcode == ETW_FILEIO_CREATE)
		etw_opened(fs, fl.fl_object, f.f_path);
	etw_begin(fd, ev, t, &f);
	etl_firing(fd, ev, t, &fi);
	etw_fs_fire(fd, FS_TAG(ev->ev_opcode), &fi, &f);
	if (ev->ev_opcode == ETW_FILEIO_CLOSE)
		base_table_remove(&fs->fs_objects, fl.fl_object);
}

/* The path of a rename, link or delete is in a record of its own, between its start and its end. */
static void etw_operation_path(struct dt_feed *fd, const struct etw_event *ev)
{
	struct etl_files *fs = etl_files(fd);
	struct etl_operation *op;
	struct etw_fileio fl;

	if (!fs || etw_decode_fileio(ev, &fl) < 0) {
		etl_broken(fd, ev);
		return;
	}
	op = base_table_find(&fs->fs_operations, fl.fl_irp);
	if (!op)
		return;
	if (ev->ev_opcode != ETW_FILEIO_DELETE_PATH)
		op->op_info.f_pattern = (char *)etw_keep(fs, etl_utf8(fd, fl.fl_name, fl.fl_units));
	else if (strcmp(op->op_info.f_path, ETL_NONAME) == 0)
		op->op_info.f_path = (char *)etw_keep(fs, etl_utf8(fd, fl.fl_name, fl.fl_units));
}

/* Applies an operation's change of names, when it has succeeded. */
static void etw_outcome(struct etl_files *fs, const struct etw_event *ev,
	const struct etl_operation *op, uint32_t status)
{
	bool failed = status >> 31;
	const wfileinfo_t *f = &op->op_info;

	if (op->op_code == ETW_FILEIO_CREATE && failed)
		base_table_remove(&fs->fs_objects, f->f_object);
	if (op->op_code == ETW_FILEIO_RENAME && !failed && *f->f_pattern != '\0') {
		etw_opened(fs, f->f_object, f->f_pattern);
		etl_known_tell(&fs->fs_names, f->f_key, ev->ev_ns, ETL_MADE, f->f_pattern);
	}
}

static void etw_operation_end(struct dt_feed *fd, const struct etw_event *ev)
{
	struct etl_files *fs = etl_files(fd);
	const struct etl_operation *op;
	struct etw_fileio fl;
	struct dt_firing fi;
	wfileinfo_t f = { .f_offset = -1,
		.f_op = "?",
		.f_path = ETL_NONAME,
		.f_pattern = "",
		.f_fs = ETL_NONAME,
		.f_mount = ETL_NONAME };

	if (!fs || etw_decode_fileio(ev, &fl) < 0) {
		etl_broken(fd, ev);
		return;
	}
	op = base_table_find(&fs->fs_operations, fl.fl_irp);
	if (op) {
		f = op->op_info;
		f.f_elapsed = ev->ev_ns - op->op_ns;
	}
	f.f_irp = fl.fl_irp;
	f.f_extra = fl.fl_extra;
	f.f_status = fl.fl_status;
	etl_firing(fd, ev, op ? etl_thread(fd, ev, op->op_tid, op->op_pid) : etl_context(fd, ev),
		&fi);
	etw_fs_fire(fd, FS_TAG(ETW_FILEIO_END), &fi, &f);
	if (op)
		etw_outcome(fs, ev, op, fl.fl_status);
	base_table_remove(&fs->fs_operations, fl.fl_irp);
}

#define FS_SOURCE(opcode, handle) ETL_SOURCE(etl_guid_fileio, opcode, handle)

static const struct dt_etw_source fsinfo_etw[] = { ETL_FILE_SOURCES(0),
	FS_SOURCE(ETW_FILEIO_CREATE, etw_operation), FS_SOURCE(ETW_FILEIO_CLEANUP, etw_operation),
	FS_SOURCE(ETW_FILEIO_CLOSE, etw_operation), FS_SOURCE(ETW_FILEIO_READ, etw_operation),
	FS_SOURCE(ETW_FILEIO_WRITE, etw_operation), FS_SOURCE(ETW_FILEIO_SETINFO, etw_operation),
	FS_SOURCE(ETW_FILEIO_DELETE, etw_operation), FS_SOURCE(ETW_FILEIO_RENAME, etw_operation),
	FS_SOURCE(ETW_FILEIO_DIRENUM, etw_operation), FS_SOURCE(ETW_FILEIO_FLUSH, etw_operation),
	FS_SOURCE(ETW_FILEIO_QUERYINFO, etw_operation),
	FS_SOURCE(ETW_FILEIO_FSCONTROL, etw_operation),
	FS_SOURCE(ETW_FILEIO_DIRNOTIFY, etw_operation),
	FS_SOURCE(ETW_FILEIO_END, etw_operation_end),
	FS_SOURCE(ETW_FILEIO_DELETE_PATH, etw_operation_path),
	FS_SOURCE(ETW_FILEIO_RENAME_PATH, etw_operation_path),
	FS_SOURCE(ETW_FILEIO_LINK_PATH, etw_operation_path), { 0 } };

const struct dt_provider dt_prov_fsinfo = {
	.pv_name = "fsinfo",
	.pv_attrs = PROVIDER_ATTRS,
	.pv_probes = fsinfo_probes,
	.pv_provide = etl_pmc_provide,
	.pv_etw = fsinfo_etw,
	.pv_linux = dt_fsinfo_linux,
};
