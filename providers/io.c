/*
 * io: transfers between memory and the disks.
 *
 * start fires when a transfer or a flush is given to the disk, done when it is done, both in the
 * thread that asked for it. The arguments are the transfer, the device and the file, which is
 * unknown on the running kernel.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "linux.h"
#include "blockops.h"
#include "providers.h"
#include "files.h"
#include "etw_disk.h"

enum { IO_START, IO_DONE };

/* clang-format off */
#define IO_ARGS { { "buf_t *", "bufinfo_t *", 0 }, { "buf_t *", "devinfo_t *", 0 }, { "buf_t *", \
	"fileinfo_t *", 0 } }
/* clang-format on */

static const struct dt_probe_spec io_probes[] = {
	{ .ps_func = "event", .ps_name = "start", .ps_tag = IO_START, .ps_args = IO_ARGS },
	{ .ps_func = "event", .ps_name = "done", .ps_tag = IO_DONE, .ps_args = IO_ARGS }, { 0 }
};

#define BLOCK 512 /* of b_blkno */

/* b_flags */
static const uint32_t
	io_flags[] = { [ETW_DISK_READ] = 1, [ETW_DISK_WRITE] = 2, [ETW_DISK_FLUSH] = 4 };

enum { IO_ASYNC = 0x8, IO_PHYS = 0x10, IO_PAGEIO = 0x20 };

/* b_irpflags */
enum { IRP_NOCACHE = 0x1, IRP_PAGING_IO = 0x2, IRP_SYNC_API = 0x4, IRP_SYNC_PAGING_IO = 0x40 };

struct io_mem { /* the record and its texts, for a firing to read */
	struct dt_mem im_mem[7];
};

static void io_fill(struct dt_firing *fi, const buf_t *b, struct io_mem *im)
{
	const char *const texts[] = { b->b_devname, b->b_statname, b->b_devpath, b->b_path, b->b_fs,
		b->b_mount };

	im->im_mem[0] = etl_mem(b, sizeof(*b));
	for (unsigned i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		im->im_mem[i + 1] = etl_mem(texts[i], strlen(texts[i]) + 1);
	fi->fi_mem = im->im_mem;
	fi->fi_nmem = sizeof(im->im_mem) / sizeof(im->im_mem[0]);
	fi->fi_args[0] = (uintptr_t)b;
}

/*
 * Windows.  Since version 3 both records name the issuing thread.  Before, the thread of the
 * start's record issues the transfer. It is remembered by the IRP, because the record of the end is
 * written in whatever thread the disk interrupts.
 */
static thread_t *etw_issuer(struct dt_feed *fd, const struct etw_event *ev, uint32_t tid)
{
	return etl_thread(fd, ev, tid, tid == ev->ev_tid ? ev->ev_pid : ETW_NOID);
}

static void etw_io_start(struct dt_feed *fd, const struct etw_event *ev,
	const struct etw_diskio *di, buf_t *b)
{
	thread_t *t = di->di_tid != ETW_NOID ? etw_issuer(fd, ev, di->di_tid) : etl_context(fd, ev);
	struct etl_files *fs = etl_wants(fd, IO_DONE) ? etl_files(fd) : NULL;
	struct etl_transfer *tr = fs ? base_table_renew(&fs->fs_transfers, di->di_irp) : NULL;
	struct dt_firing fi;
	struct io_mem mem;

	if (tr)
		*tr = (struct etl_transfer){ .tr_ns = ev->ev_ns,
			.tr_tid = (uint32_t)t->t_tid,
			.tr_pid = (uint32_t)t->t_proc->p_pid };
	etl_firing(fd, ev, t, &fi);
	io_fill(&fi, b, &mem);
	etl_fire(fd, IO_START, &fi);
}

static thread_t *etw_io_thread(struct dt_feed *fd, const struct etw_event *ev,
	const struct etw_diskio *di, const struct etl_transfer *tr)
{
	if (di->di_tid != ETW_NOID)
		return etw_issuer(fd, ev, di->di_tid);
	return tr ? etl_thread(fd, ev, tr->tr_tid, tr->tr_pid) : etl_context(fd, ev);
}

/* An IRP without flags says nothing. */
static uint32_t irp_flags(uint32_t irp)
{
	uint32_t flags = 0;

	if (irp & (IRP_PAGING_IO | IRP_SYNC_PAGING_IO))
		flags = IO_PAGEIO;
	else if (irp & IRP_NOCACHE)
		flags = IO_PHYS;
	if (irp && !(irp & (IRP_SYNC_API | IRP_SYNC_PAGING_IO)))
		flags |= IO_ASYNC;
	return flags;
}

static void etw_io_describe(struct dt_feed *fd, const struct etw_event *ev,
	const struct etw_diskio *di, bool flush, buf_t *b)
{
	const char *kept = flush ? ETL_NONAME : etl_file_by_key(fd, ev, di->di_file);
	const struct etl_volume *vo = flush ? NULL : etl_volume_at(fd, di->di_disk, di->di_offset);

	if (!vo)
		vo = etl_volume_of(fd, kept);
	if (vo) {
		b->b_statname = b->b_mount = (char *)vo->vo_letter;
		if (*vo->vo_fs != '\0')
			b->b_fs = (char *)vo->vo_fs;
	}
	b->b_path = (char *)etl_file_path(fd, kept);
	b->b_irpflags = di->di_irpflags;
	if (!flush)
		b->b_flags |= irp_flags(di->di_irpflags);
	b->b_bcount = di->di_size;
	b->b_bufsize = di->di_size;
	b->b_blkno = di->di_offset / BLOCK;
	b->b_minor = b->b_instance = (int32_t)di->di_disk;
}

static void etw_io_done(struct dt_feed *fd, const struct etw_event *ev, const struct etw_diskio *di,
	buf_t *b)
{
	struct etl_files *fs = etl_files(fd);
	struct etl_transfer *tr = fs && di->di_irp != 0 ?
		base_table_find(&fs->fs_transfers, di->di_irp) :
		NULL;
	char name[24], path[40];
	struct dt_firing fi;
	struct io_mem mem;

	snprintf(name, sizeof(name), "disk%u", di->di_disk);
	snprintf(path, sizeof(path), "\\Device\\Harddisk%u", di->di_disk);
	b->b_statname = name;
	b->b_devpath = path;
	b->b_devname = "disk";
	etw_io_describe(fd, ev, di, b->b_flags == io_flags[ETW_DISK_FLUSH], b);
	b->b_elapsed = etw_elapsed_ns(etl_of(fd)->ef_trace, ev->ev_file, di->di_elapsed);
	etl_firing(fd, ev, etw_io_thread(fd, ev, di, tr), &fi);
	io_fill(&fi, b, &mem);
	etl_fire(fd, IO_DONE, &fi);
	if (tr)
		base_table_remove(&fs->fs_transfers, di->di_irp);
}

static void etw_io(struct dt_feed *fd, const struct etw_event *ev)
{
	buf_t b = { .b_offset = -1,
		.b_devname = ETL_NONAME,
		.b_statname = ETL_NONAME,
		.b_devpath = ETL_NONAME,
		.b_path = ETL_NONAME,
		.b_fs = ETL_NONAME,
		.b_mount = ETL_NONAME };
	struct etw_diskio di;
	int start = 0;

	b.b_flags = io_flags[etw_disk_op(ev->ev_opcode, &start)];
	if (etw_decode_diskio(ev, &di) < 0) {
		etl_broken(fd, ev);
		return;
	}
	b.b_addr = di.di_irp;
	if (start)
		etw_io_start(fd, ev, &di, &b);
	else
		etw_io_done(fd, ev, &di, &b);
}

/* A start is remembered for its done. */
/* clang-format off */
#define IO_SOURCE(opcode, tags) { .es_guid = &etl_guid_diskio, .es_opcode = (opcode), \
	.es_tags = (tags), \
	.es_handle = etw_io }
/* clang-format on */
#define IO_STARTS(opcode) IO_SOURCE(opcode, 1 << IO_START | 1 << IO_DONE)
#define IO_ENDS(opcode) IO_SOURCE(opcode, 1 << IO_DONE)

static const struct dt_etw_source io_etw[] = { ETL_FILE_SOURCES(1 << IO_DONE), IO_STARTS(0x0c),
	IO_STARTS(0x0d), IO_STARTS(0x0f), IO_STARTS(0x3a), IO_STARTS(0x3b), IO_STARTS(0x3c),
	IO_ENDS(0x0a), IO_ENDS(0x0b), IO_ENDS(0x0e), IO_ENDS(0x37), IO_ENDS(0x38), IO_ENDS(0x39),
	{ 0 } };

/*
 * Linux.  A request is issued by the thread that wants it; it is done in an interrupt, in any
 * thread. At the issue, thread and time are noted by the request's address.  The kernel completes a
 * request in one or more steps, each of which fires done with its bytes.
 */
enum { RQ_ADDR, RQ_FLAGS, RQ_SECTOR, RQ_LEN, RQ_DISK, RQ_MAJOR, RQ_MINOR, RQ_OWN };
#define RQ_FIELDS \
	[RQ_ADDR] = { "rq", 0, false }, [RQ_FLAGS] = { "rq->cmd_flags", 0, false }, \
	[RQ_SECTOR] = { "rq->__sector", 0, false }, [RQ_LEN] = { "rq->__data_len", 0, false }, \
	[RQ_DISK] = { "rq->q->disk->disk_name", 0, false }, \
	[RQ_MAJOR] = { "rq->q->disk->major", 0, false }, \
	[RQ_MINOR] = { "rq->q->disk->first_minor", 0, false }

enum { ST_TID = RQ_OWN, ST_PID, ST_NAME };
static const struct dt_linux_field start_fields[] = { RQ_FIELDS,
	[ST_TID] = { "current->pid", 0, false }, [ST_PID] = { "current->tgid", 0, false },
	[ST_NAME] = { "current->group_leader->comm", 0, false }, { 0 } };

enum { DN_ERROR = RQ_OWN, DN_BYTES };
static const struct dt_linux_field done_fields[] = {
	RQ_FIELDS, [DN_ERROR] = { "error", 0, false }, [DN_BYTES] = { "bytes", 0, false }, { 0 }
};

/* The block layer's status as errno. */
static int32_t lx_error(uint32_t status)
{
	static const uint8_t errnos[] = { [1] = EOPNOTSUPP,
		[2] = ETIMEDOUT,
		[3] = ENOSPC,
		[4] = ENOLINK,
		[5] = EREMOTEIO,
		[6] = EBADE,
		[7] = ENODATA,
		[8] = EILSEQ,
		[9] = ENOMEM,
		[10] = EIO,
		[12] = EAGAIN };

	status &= 0xff;
	if (status == 0)
		return 0;
	return status < sizeof(errnos) && errnos[status] != 0 ? errnos[status] : EIO;
}

/* Of a request's cmd_flags: REQ_SYNC, REQ_FUA or REQ_PREFLUSH; REQ_RAHEAD. */
#define LX_WAITED (1u << 11 | 1u << 17 | 1u << 18)
#define LX_RAHEAD (1u << 19)

/* path has room for "/dev/" and a disk's name */
static void lx_describe(const struct dt_lx_event *e, uint64_t bytes, char path[32], buf_t *b)
{
	static const uint32_t ops
		[] = { [DT_LX_READ] = 1, [DT_LX_WRITE] = 2, [DT_LX_FLUSH] = 4, [DT_LX_NODATA] = 0 };
	uint32_t flags = (uint32_t)dt_lx_value(e, RQ_FLAGS);
	enum dt_lx_blockop op = dt_lx_blockop(flags);
	const char *disk = dt_lx_string(e, RQ_DISK);

	snprintf(path, 32, "/dev/%s", disk ? disk : "");
	*b = (buf_t){ .b_flags = ops[op],
		.b_addr = dt_lx_value(e, RQ_ADDR),
		.b_blkno = dt_lx_value(e, RQ_SECTOR),
		.b_bcount = op == DT_LX_NODATA ? 0 : bytes,
		.b_bufsize = bytes,
		.b_major = (int32_t)dt_lx_value(e, RQ_MAJOR),
		.b_minor = (int32_t)dt_lx_value(e, RQ_MINOR),
		.b_offset = -1,
		.b_devname = path + 5,
		.b_statname = path + 5,
		.b_devpath = path,
		.b_path = ETL_NONAME,
		.b_fs = ETL_NONAME,
		.b_mount = ETL_NONAME };
	b->b_instance = b->b_minor;
	if (flags & LX_RAHEAD || (op == DT_LX_WRITE && !(flags & LX_WAITED)))
		b->b_flags |= IO_ASYNC;
}

static void lx_start(struct dt_feed *fd, const struct dt_lx_event *e)
{
	struct dt_lx_note *no = dt_lx_probe(e, 1) ?
		base_table_renew(dt_lx_notes(e), dt_lx_value(e, RQ_ADDR)) :
		NULL;
	struct dt_firing fi;
	struct io_mem mem;
	char path[32];
	buf_t b;

	if (no) {
		proc_t *p = dt_sys_thread(dt_lx_system(e), (uint32_t)dt_lx_value(e, ST_TID),
			(uint32_t)dt_lx_value(e, ST_PID))
				    ->t_proc;
		const char *name = dt_lx_string(e, ST_NAME);

		if (name && strcmp(name, p->p_name) != 0)
			dt_sys_proc_exec(dt_lx_system(e), p, name, NULL);
		*no = (struct dt_lx_note){ .no_time = dt_lx_time(e),
			.no_tid = (uint32_t)dt_lx_value(e, ST_TID),
			.no_pid = (uint32_t)dt_lx_value(e, ST_PID) };
	}
	if (!dt_lx_firing(e, 0, &fi))
		return;
	lx_describe(e, dt_lx_value(e, RQ_LEN), path, &b);
	io_fill(&fi, &b, &mem);
	dt_fire(fd->fd_engine, dt_lx_probe(e, 0), &fi);
}

/* The end of a request that was issued before tracing began fires nothing. */
static void lx_done(struct dt_feed *fd, const struct dt_lx_event *e)
{
	const struct dt_lx_note *no = base_table_find(dt_lx_notes(e), dt_lx_value(e, RQ_ADDR));
	struct dt_system *sys = dt_lx_system(e);
	struct dt_firing fi;
	struct io_mem mem;
	char path[32];
	buf_t b;

	if (!dt_lx_firing(e, 0, &fi) || (no && no->no_pid == (uint32_t)getpid()))
		return;
	fi.fi_thread = no ? dt_sys_thread(sys, no->no_tid, no->no_pid) :
			    dt_sys_thread(sys, DT_NOID, DT_NOID);
	fi.fi_execname = NULL;
	fi.fi_hasids = false;
	fi.fi_ustack = (struct dt_stack){ 0 };
	lx_describe(e, dt_lx_value(e, DN_BYTES), path, &b);
	b.b_elapsed = no ? dt_lx_time(e) - no->no_time : 0;
	b.b_error = lx_error((uint32_t)dt_lx_value(e, DN_ERROR));
	io_fill(&fi, &b, &mem);
	dt_fire(fd->fd_engine, dt_lx_probe(e, 0), &fi);
	if (b.b_bufsize >= dt_lx_value(e, RQ_LEN))
		base_table_remove(dt_lx_notes(e), b.b_addr);
}

static const struct dt_linux_view start_views[] = { { .lv_tag = IO_START, .lv_task = "current" },
	{ .lv_tag = IO_DONE, .lv_task = "current", .lv_later = true, .lv_note = true }, { 0 } };
static const struct dt_linux_view done_views[] = {
	{ .lv_tag = IO_DONE, .lv_task = "current", .lv_later = true }, { 0 }
};

static const struct dt_linux_source io_linux[] = { { .ls_name = "block_io_start",
							   .ls_args = "rq",
							   .ls_views = start_views,
							   .ls_fields = start_fields,
							   .ls_skip = 2,
							   .ls_handle = lx_start },
	{ .ls_name = "block_rq_complete",
		.ls_args = "rq error bytes",
		.ls_views = done_views,
		.ls_fields = done_fields,
		.ls_skip = 2,
		.ls_handle = lx_done },
	{ 0 } };

const struct dt_provider dt_prov_io = {
	.pv_name = "io",
	.pv_attrs = PROVIDER_ATTRS_ISA,
	.pv_probes = io_probes,
	.pv_provide = etl_pmc_provide,
	.pv_etw = io_etw,
	.pv_linux = io_linux,
};
