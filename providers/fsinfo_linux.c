/*
 * fsinfo on the running kernel: the system calls that work on files.
 *
 * Accesses to mapped files, the kernel's own reads and writes, and io_uring make no such calls and
 * are not seen.  Sockets, pipes and other descriptors without a file system are not files.
 *
 * An operation starts at the call's entry and is done at its return. The return has only the
 * result; the rest is kept for the thread since the entry, for which done has its own capture at
 * the entries.
 */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include "fsinfo_probes.h"
#include "sysregs.h"
#include "table.h"

/* The kinds of a call's first arguments. */
enum shape {
	SH_FD,	  /* descriptor */
	SH_PATH,  /* path */
	SH_AT,	  /* descriptor of a directory, path from there */
	SH_PATHS, /* path, path */
	SH_ATS,	  /* descriptor, path, descriptor, path */
};

static const struct dt_linux_view begin_views[] = { [SH_FD] = { .lv_task = "current",
							    .lv_file = SYSCALL_ARG0 },
	[SH_PATH] = { .lv_task = "current", .lv_strings = { SYSCALL_ARG0 }, .lv_cwd = true },
	[SH_AT] = { .lv_task = "current",
		.lv_file = SYSCALL_ARG0,
		.lv_strings = { SYSCALL_ARG1 },
		.lv_cwd = true },
	[SH_PATHS] = { .lv_task = "current",
		.lv_strings = { SYSCALL_ARG0, SYSCALL_ARG1 },
		.lv_cwd = true },
	[SH_ATS] = { .lv_task = "current",
		.lv_file = SYSCALL_ARG0,
		.lv_strings = { SYSCALL_ARG1, SYSCALL_ARG3 },
		.lv_cwd = true },
	{ 0 } };

enum { BG_NR, BG_ARG0, BG_ARG1, BG_ARG2, BG_ARG3 };
static const struct dt_linux_field begin_fields[] = { [BG_NR] = { "id", 0, false },
	[BG_ARG0] = { SYSCALL_ARG0, 0, false },
	[BG_ARG1] = { SYSCALL_ARG1, 0, false },
	[BG_ARG2] = { SYSCALL_ARG2, 0, false },
	[BG_ARG3] = { SYSCALL_ARG3, 0, false },
	{ 0 } };

/* 1 + the number of the argument that has it; 0: none. */
struct call {
	uint32_t ca_nr;
	uint8_t ca_tag, ca_shape;
	uint8_t ca_size, ca_offset, ca_flags, ca_class;
};

/* clang-format off */
#define CALL(name, op, shape, ...) { .ca_nr = SYS_##name, .ca_tag = FS_TAG(ETW_FILEIO_##op), \
	.ca_shape = shape, \
	##__VA_ARGS__ }
/* clang-format on */
static const struct call calls[] = {
	CALL(openat, CREATE, SH_AT, .ca_flags = 3),
	CALL(mkdirat, CREATE, SH_AT),
	CALL(mknodat, CREATE, SH_AT),
	CALL(openat2, CREATE, SH_AT),
	CALL(close, CLOSE, SH_FD),
	CALL(read, READ, SH_FD, .ca_size = 3),
	CALL(pread64, READ, SH_FD, .ca_size = 3, .ca_offset = 4),
	CALL(readv, READ, SH_FD),
	CALL(preadv, READ, SH_FD, .ca_offset = 4),
	CALL(preadv2, READ, SH_FD, .ca_offset = 4),
	CALL(write, WRITE, SH_FD, .ca_size = 3),
	CALL(pwrite64, WRITE, SH_FD, .ca_size = 3, .ca_offset = 4),
	CALL(writev, WRITE, SH_FD),
	CALL(pwritev, WRITE, SH_FD, .ca_offset = 4),
	CALL(pwritev2, WRITE, SH_FD, .ca_offset = 4),
	CALL(fchmod, SETINFO, SH_FD),
	CALL(fchown, SETINFO, SH_FD),
	CALL(ftruncate, SETINFO, SH_FD, .ca_size = 2),
	CALL(fallocate, SETINFO, SH_FD),
	CALL(truncate, SETINFO, SH_PATH, .ca_size = 2),
	CALL(fchmodat, SETINFO, SH_AT),
	CALL(fchownat, SETINFO, SH_AT),
	CALL(utimensat, SETINFO, SH_AT),
	CALL(setxattr, SETINFO, SH_PATH),
	CALL(lsetxattr, SETINFO, SH_PATH),
	CALL(fsetxattr, SETINFO, SH_FD),
	CALL(unlinkat, DELETE, SH_AT),
	CALL(renameat, RENAME, SH_ATS),
	CALL(renameat2, RENAME, SH_ATS),
	CALL(getdents64, DIRENUM, SH_FD),
	CALL(fsync, FLUSH, SH_FD),
	CALL(fdatasync, FLUSH, SH_FD),
	CALL(syncfs, FLUSH, SH_FD),
	CALL(sync_file_range, FLUSH, SH_FD, .ca_offset = 2),
	CALL(fstat, QUERYINFO, SH_FD),
	CALL(newfstatat, QUERYINFO, SH_AT),
	CALL(statx, QUERYINFO, SH_AT),
	CALL(faccessat, QUERYINFO, SH_AT),
	CALL(faccessat2, QUERYINFO, SH_AT),
	CALL(readlinkat, QUERYINFO, SH_AT),
	CALL(statfs, QUERYINFO, SH_PATH),
	CALL(fstatfs, QUERYINFO, SH_FD),
	CALL(getxattr, QUERYINFO, SH_PATH),
	CALL(lgetxattr, QUERYINFO, SH_PATH),
	CALL(fgetxattr, QUERYINFO, SH_FD),
	CALL(ioctl, FSCONTROL, SH_FD, .ca_class = 2),
	CALL(inotify_add_watch, DIRNOTIFY, SH_AT, .ca_class = 3),
#if defined(__x86_64__)
	CALL(open, CREATE, SH_PATH, .ca_flags = 2),
	CALL(creat, CREATE, SH_PATH),
	CALL(mkdir, CREATE, SH_PATH),
	CALL(mknod, CREATE, SH_PATH),
	CALL(chmod, SETINFO, SH_PATH),
	CALL(chown, SETINFO, SH_PATH),
	CALL(lchown, SETINFO, SH_PATH),
	CALL(utime, SETINFO, SH_PATH),
	CALL(utimes, SETINFO, SH_PATH),
	CALL(futimesat, SETINFO, SH_AT),
	CALL(unlink, DELETE, SH_PATH),
	CALL(rmdir, DELETE, SH_PATH),
	CALL(rename, RENAME, SH_PATHS),
	CALL(getdents, DIRENUM, SH_FD),
	CALL(stat, QUERYINFO, SH_PATH),
	CALL(lstat, QUERYINFO, SH_PATH),
	CALL(access, QUERYINFO, SH_PATH),
	CALL(readlink, QUERYINFO, SH_PATH),
#endif
};
#define NCALLS (sizeof(calls) / sizeof(calls[0]))

#define TAG_DONE FS_TAG(ETW_FILEIO_END)

/* An operation, by its thread. */
struct operation {
	uint64_t op_time;
	wfileinfo_t op_info;
	char op_path[2048], op_pattern[2048], op_fs[16], op_mount[512];
};

static void operations_fini(void *arg)
{
	base_table_clear(arg);
}

/* The current operations, by thread. NULL: no memory. */
static struct base_table *operations_of(struct dt_engine *en)
{
	static const char key;
	struct base_table *t = dt_engine_state(en, &key, sizeof(*t), operations_fini);

	if (t && !t->mp_size) {
		t->mp_size = sizeof(struct operation);
		t->mp_max = 16384;
	}
	return t;
}

/* The absolute path: from the root if it begins there, otherwise from dir. */
static void path_join(char *to, size_t size, const char *dir, const char *path)
{
	if (!path || (*path != '/' && !dir)) {
		snprintf(to, size, "%s", path && *path != '\0' ? path : ETL_NONAME);
		return;
	}
	while (path[0] == '.' && path[1] == '/')
		path += 2;
	if (*path == '/' || *dir == '\0')
		snprintf(to, size, "%s", path);
	else if (*path == '\0' || strcmp(path, ".") == 0)
		snprintf(to, size, "%s", dir);
	else
		snprintf(to, size, "%s/%s", strcmp(dir, "/") == 0 ? "" : dir, path);
}

static const char *dir_of(const struct dt_firing *fi, int32_t fd)
{
	const ofile_t *of = dt_lx_file(fi, fd);

	if (fd == AT_FDCWD)
		return fi->fi_taskctx ? fi->fi_taskctx->tc_cwd : NULL;
	return of ? of->of_path : NULL;
}

static uint64_t operand(const struct dt_lx_event *e, unsigned which, uint64_t none)
{
	return which != 0 ? dt_lx_value(e, BG_ARG0 + which - 1) : none;
}

static void fill_paths(const struct dt_lx_event *e, const struct call *ca,
	const struct dt_firing *fi, struct operation *op)
{
	int32_t dir = (int32_t)dt_lx_value(e, BG_ARG0), dir2 = (int32_t)dt_lx_value(e, BG_ARG2);
	bool at = ca->ca_shape == SH_AT || ca->ca_shape == SH_ATS;
	uint64_t first = dt_lx_value(e, at ? BG_ARG1 : BG_ARG0);
	uint64_t second = dt_lx_value(e, ca->ca_shape == SH_ATS ? BG_ARG3 : BG_ARG1);

	/* the descriptor of an inotify_add_watch() is not the directory its path starts from */
	if (!at || ca->ca_nr == SYS_inotify_add_watch)
		dir = dir2 = AT_FDCWD;
	path_join(op->op_path, sizeof(op->op_path), dir_of(fi, dir), dt_lx_text(fi, first));
	if (ca->ca_shape == SH_PATHS || ca->ca_shape == SH_ATS)
		path_join(op->op_pattern, sizeof(op->op_pattern), dir_of(fi, dir2),
			dt_lx_text(fi, second));
}

/* Returns false if it is no file, or not open. */
static bool fill_file(const struct dt_lx_event *e, const struct call *ca,
	const struct dt_firing *fi, struct operation *op)
{
	const ofile_t *of = dt_lx_file(fi, (int32_t)dt_lx_value(e, BG_ARG0));
	wfileinfo_t *f = &op->op_info;

	if (!of || of->of_path[0] != '/' || !of->of_fs)
		return false;
	snprintf(op->op_path, sizeof(op->op_path), "%s", of->of_path);
	snprintf(op->op_fs, sizeof(op->op_fs), "%s", of->of_fs);
	snprintf(op->op_mount, sizeof(op->op_mount), "%s", of->of_mount);
	f->f_object = (uint64_t)fi->fi_thread->t_proc->p_pid << 32 | (uint32_t)of->of_fd;
	f->f_ioflags = of->of_flags;
	if (ca->ca_tag == FS_TAG(ETW_FILEIO_READ) || ca->ca_tag == FS_TAG(ETW_FILEIO_WRITE))
		f->f_offset = of->of_offset;
	return true;
}

static bool fill(const struct dt_lx_event *e, const struct call *ca, const struct dt_firing *fi,
	struct operation *op)
{
	wfileinfo_t *f = &op->op_info;

	memset(op, 0, sizeof(*op));
	strcpy(op->op_fs, ETL_NONAME);
	strcpy(op->op_mount, ETL_NONAME);
	op->op_time = dt_lx_time(e);
	*f = (wfileinfo_t){ .f_irp = (uint64_t)fi->fi_thread->t_tid, .f_offset = -1 };
	if (ca->ca_shape != SH_FD)
		fill_paths(e, ca, fi, op);
	else if (!fill_file(e, ca, fi, op))
		return false;
	f->f_size = operand(e, ca->ca_size, 0);
	f->f_offset = (int64_t)operand(e, ca->ca_offset, (uint64_t)f->f_offset);
	f->f_ioflags = (uint32_t)operand(e, ca->ca_flags, f->f_ioflags);
	f->f_class = (uint32_t)operand(e, ca->ca_class, 0);
	if (ca->ca_tag == FS_TAG(ETW_FILEIO_DIRENUM))
		f->f_dirlength = (uint32_t)dt_lx_value(e, BG_ARG2);
	f->f_op = (char *)dt_fsinfo_name(ca->ca_tag);
	f->f_path = op->op_path;
	f->f_pattern = op->op_pattern;
	f->f_fs = op->op_fs;
	f->f_mount = op->op_mount;
	return true;
}

static void fire(struct dt_feed *fd, const struct dt_lx_event *e, unsigned view,
	struct dt_firing *fi, const wfileinfo_t *f)
{
	const char *const texts[] = { f->f_op, f->f_path, f->f_pattern, f->f_fs, f->f_mount };

	dt_lx_record(e, fi, f, sizeof(*f));
	for (unsigned i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		dt_lx_record(e, fi, texts[i], (uint32_t)strlen(texts[i]) + 1);
	memset(fi->fi_args, 0, sizeof(fi->fi_args));
	fi->fi_args[0] = (uintptr_t)f;
	dt_fire(fd->fd_engine, dt_lx_probe(e, view), fi);
}

static const struct call *call_of(const struct dt_lx_event *e)
{
	for (unsigned i = 0; i < NCALLS; i++)
		if (calls[i].ca_nr == (uint32_t)dt_lx_value(e, BG_NR))
			return &calls[i];
	return NULL;
}

static void begin(struct dt_feed *fd, const struct dt_lx_event *e)
{
	const struct call *ca = call_of(e);
	struct operation op;
	struct dt_firing fi;

	if (ca && dt_lx_firing(e, ca->ca_shape, &fi) && fill(e, ca, &fi, &op))
		fire(fd, e, ca->ca_shape, &fi, &op.op_info);
}

/* Keeps the operation for done. */
static void keep(struct dt_feed *fd, const struct dt_lx_event *e)
{
	struct base_table *operations = operations_of(fd->fd_engine);
	const struct call *ca = call_of(e);
	struct operation *op;
	struct dt_firing fi;

	if (!ca || !operations || !dt_lx_firing(e, ca->ca_shape, &fi))
		return;
	op = base_table_renew(operations, (uint64_t)fi.fi_thread->t_tid);
	if (op && !fill(e, ca, &fi, op))
		base_table_remove(operations, (uint64_t)fi.fi_thread->t_tid);
}

/* The end. A file that was opened gets the path of its descriptor. */
enum { VIEW_DONE, VIEW_OPENED };
static const struct dt_linux_view done_views[] = { [VIEW_DONE] = { .lv_task = "current" },
	[VIEW_OPENED] = { .lv_task = "current", .lv_file = "ret" },
	{ 0 } };

enum { DN_RET, DN_NR };
static const struct dt_linux_field done_fields
	[] = { [DN_RET] = { "ret", 0, false }, [DN_NR] = { SYSCALL_NR, 0, false }, { 0 } };

static unsigned done_view(uint32_t nr)
{
#if defined(__x86_64__)
	if (nr == SYS_open || nr == SYS_creat)
		return VIEW_OPENED;
#endif
	return nr == SYS_openat || nr == SYS_openat2 ? VIEW_OPENED : VIEW_DONE;
}

static void done_opened(const struct dt_firing *fi, int64_t ret, wfileinfo_t *f)
{
	const ofile_t *of = ret >= 0 ? dt_lx_file(fi, (int32_t)ret) : NULL;

	if (!of || of->of_path[0] != '/')
		return;
	f->f_path = of->of_path;
	f->f_fs = of->of_fs;
	f->f_mount = of->of_mount;
	f->f_object = (uint64_t)fi->fi_thread->t_proc->p_pid << 32 | (uint32_t)ret;
}

static void done(struct dt_feed *fd, const struct dt_lx_event *e)
{
	unsigned view = done_view((uint32_t)dt_lx_value(e, DN_NR));
	int64_t ret = (int64_t)dt_lx_value(e, DN_RET);
	struct base_table *operations = operations_of(fd->fd_engine);
	const struct operation *op;
	struct dt_firing fi;
	wfileinfo_t f;

	if (!operations || !dt_lx_firing(e, view, &fi))
		return;
	op = base_table_find(operations, (uint64_t)fi.fi_thread->t_tid);
	if (!op) /* no file, or it began before tracing */
		return;
	f = op->op_info;
	f.f_elapsed = dt_lx_time(e) - op->op_time;
	fi.fi_errno = ret < 0 && ret >= -4095 ? (int32_t)-ret : 0;
	f.f_status = (uint32_t)fi.fi_errno;
	f.f_extra = fi.fi_errno == 0 ? (uint64_t)ret : 0;
	if (view == VIEW_OPENED)
		done_opened(&fi, ret, &f);
	fire(fd, e, view, &fi, &f);
	base_table_remove(operations, (uint64_t)fi.fi_thread->t_tid);
}

static void bind_begin(struct dt_lx_source *so, struct dt_probe *p)
{
	for (unsigned i = 0; i < NCALLS; i++)
		if (calls[i].ca_tag == dt_probe_tag(p))
			dt_lx_want(so, p, calls[i].ca_shape, calls[i].ca_nr);
}

static void bind_keep(struct dt_lx_source *so, struct dt_probe *p)
{
	for (unsigned i = 0; i < NCALLS && dt_probe_tag(p) == TAG_DONE; i++)
		dt_lx_want(so, p, calls[i].ca_shape, calls[i].ca_nr);
}

static void bind_done(struct dt_lx_source *so, struct dt_probe *p)
{
	for (unsigned i = 0; i < NCALLS && dt_probe_tag(p) == TAG_DONE; i++)
		dt_lx_want(so, p, done_view(calls[i].ca_nr), calls[i].ca_nr);
}

#define ENTRY \
	.ls_name = "sys_enter", .ls_args = "regs id", .ls_select = "id", \
	.ls_guard = SYSCALL_GUARD, .ls_views = begin_views, .ls_fields = begin_fields, \
	.ls_skip = 3, .ls_refault = "sys_exit", .ls_refaultargs = "regs ret", \
	.ls_refaultselect = SYSCALL_NR

const struct dt_linux_source dt_fsinfo_linux[] = { { ENTRY, .ls_bind = bind_begin,
							   .ls_handle = begin },
	{ ENTRY, .ls_bind = bind_keep, .ls_handle = keep },
	{ .ls_name = "sys_exit",
		.ls_args = "regs ret",
		.ls_select = SYSCALL_NR,
		.ls_guard = SYSCALL_GUARD,
		.ls_views = done_views,
		.ls_fields = done_fields,
		.ls_skip = 3,
		.ls_bind = bind_done,
		.ls_handle = done },
	{ 0 } };
