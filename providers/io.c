/*
 * io: transfers between memory and the disks.
 *
 * start fires as a transfer or a flush is given to the disk, done as it is done, both in the thread that asked for it.
 * The arguments are the transfer, the device and the file.
 */
#include <stdio.h>
#include <string.h>
#include "providers.h"
#include "windows/files.h"
#include "etw_disk.h"

enum { IO_START, IO_DONE };

#define IO_ARGS { { "buf_t *", "bufinfo_t *", 0 }, { "buf_t *", "devinfo_t *", 0 }, { "buf_t *", "fileinfo_t *", 0 } }

static const struct dt_probe_spec io_probes[] = {
	{ .ps_func = "event", .ps_name = "start", .ps_tag = IO_START, .ps_args = IO_ARGS },
	{ .ps_func = "event", .ps_name = "done", .ps_tag = IO_DONE, .ps_args = IO_ARGS },
	{ 0 }
};

#define BLOCK 512	/* of b_blkno */

/* b_flags */
static const uint32_t io_flags[] = { [ETW_DISK_READ] = 1, [ETW_DISK_WRITE] = 2, [ETW_DISK_FLUSH] = 4 };

static void io_fire(struct dt_feed *fd, int tag, struct dt_firing *fi, const buf_t *b)
{
	const char *const texts[] = { b->b_devname, b->b_statname, b->b_devpath, b->b_path, b->b_fs, b->b_mount };
	struct dt_mem mem[1 + sizeof(texts) / sizeof(texts[0])];
	unsigned n = 0;

	mem[n++] = etl_mem(b, sizeof(*b));
	for (unsigned i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		mem[n++] = etl_mem(texts[i], strlen(texts[i]) + 1);
	fi->fi_mem = mem;
	fi->fi_nmem = n;
	fi->fi_args[0] = (uintptr_t)b;
	etl_fire(fd, tag, fi);
}

/*
 * Windows.  Since version 3 both records name the issuing thread.  Before, who starts a transfer is its thread, and is
 * remembered by the IRP, for the record of its end is written by whoever runs when the disk interrupts.
 */
static thread_t *etw_issuer(struct dt_feed *fd, const struct etw_event *ev, uint32_t tid)
{
	return etl_thread(fd, ev, tid, tid == ev->ev_tid ? ev->ev_pid : ETW_NOID);
}

static void etw_io_start(struct dt_feed *fd, const struct etw_event *ev, const struct etw_diskio *di, buf_t *b)
{
	thread_t *t = di->di_tid != ETW_NOID ? etw_issuer(fd, ev, di->di_tid) : etl_context(fd, ev);
	struct etl_transfer *tr = NULL;
	struct etl_files *fs = etl_files(fd);
	struct dt_firing fi;

	if (fs != NULL && (tr = etl_map_add(&fs->fs_transfers, di->di_irp)) == NULL) {
		etl_map_clear(&fs->fs_transfers);
		tr = etl_map_add(&fs->fs_transfers, di->di_irp);
	}
	if (tr != NULL)
		*tr = (struct etl_transfer){ .tr_ns = ev->ev_ns, .tr_tid = (uint32_t)t->t_tid,
			.tr_pid = (uint32_t)t->t_proc->p_pid };
	etl_firing(fd, ev, t, &fi);
	io_fire(fd, IO_START, &fi, b);
}

static thread_t *etw_io_thread(struct dt_feed *fd, const struct etw_event *ev, const struct etw_diskio *di,
	const struct etl_transfer *tr)
{
	if (di->di_tid != ETW_NOID)
		return etw_issuer(fd, ev, di->di_tid);
	return tr != NULL ? etl_thread(fd, ev, tr->tr_tid, tr->tr_pid) : etl_context(fd, ev);
}

static void etw_io_describe(struct dt_feed *fd, const struct etw_event *ev, const struct etw_diskio *di, bool flush,
	buf_t *b)
{
	const char *kept = flush ? ETL_NONAME : etl_file_by_key(fd, ev, di->di_file);
	const struct etl_volume *vo = flush ? NULL : etl_volume_at(fd, di->di_disk, di->di_offset);

	if (vo == NULL)
		vo = etl_volume_of(fd, kept);
	if (vo != NULL) {
		b->b_statname = b->b_mount = (char *)vo->vo_letter;
		if (*vo->vo_fs != '\0')
			b->b_fs = (char *)vo->vo_fs;
	}
	b->b_path = (char *)etl_file_path(fd, kept);
	b->b_irpflags = di->di_irpflags;
	b->b_bcount = di->di_size;
	b->b_blkno = di->di_offset / BLOCK;
	b->b_minor = b->b_instance = (int32_t)di->di_disk;
}

static void etw_io_done(struct dt_feed *fd, const struct etw_event *ev, const struct etw_diskio *di, buf_t *b)
{
	struct etl_files *fs = etl_files(fd);
	struct etl_transfer *tr = fs != NULL && di->di_irp != 0 ? etl_map_find(&fs->fs_transfers, di->di_irp) : NULL;
	char name[24], path[40];
	struct dt_firing fi;

	snprintf(name, sizeof(name), "disk%u", di->di_disk);
	snprintf(path, sizeof(path), "\\Device\\Harddisk%u", di->di_disk);
	b->b_statname = name;
	b->b_devpath = path;
	b->b_devname = "disk";
	etw_io_describe(fd, ev, di, b->b_flags == io_flags[ETW_DISK_FLUSH], b);
	b->b_elapsed = etw_elapsed_ns(etl_of(fd)->ef_trace, ev->ev_file, di->di_elapsed);
	etl_firing(fd, ev, etw_io_thread(fd, ev, di, tr), &fi);
	io_fire(fd, IO_DONE, &fi, b);
	if (tr != NULL)
		etl_map_remove(&fs->fs_transfers, di->di_irp);
}

static void etw_io(struct dt_feed *fd, const struct etw_event *ev)
{
	buf_t b = { .b_offset = -1, .b_devname = ETL_NONAME, .b_statname = ETL_NONAME, .b_devpath = ETL_NONAME,
		.b_path = ETL_NONAME, .b_fs = ETL_NONAME, .b_mount = ETL_NONAME };
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

static const struct dt_etw_source io_etw[] = {
	ETL_FILE_SOURCES,
	ETL_SOURCE(etl_guid_diskio, 0x0a, etw_io), ETL_SOURCE(etl_guid_diskio, 0x0b, etw_io),
	ETL_SOURCE(etl_guid_diskio, 0x0c, etw_io), ETL_SOURCE(etl_guid_diskio, 0x0d, etw_io),
	ETL_SOURCE(etl_guid_diskio, 0x0e, etw_io), ETL_SOURCE(etl_guid_diskio, 0x0f, etw_io),
	ETL_SOURCE(etl_guid_diskio, 0x37, etw_io), ETL_SOURCE(etl_guid_diskio, 0x38, etw_io),
	ETL_SOURCE(etl_guid_diskio, 0x39, etw_io), ETL_SOURCE(etl_guid_diskio, 0x3a, etw_io),
	ETL_SOURCE(etl_guid_diskio, 0x3b, etw_io), ETL_SOURCE(etl_guid_diskio, 0x3c, etw_io),
	{ 0 }
};

const struct dt_provider dt_prov_io = {
	.pv_name = "io",
	.pv_attrs = PROVIDER_ATTRS,
	.pv_probes = io_probes,
	.pv_etw = io_etw,
	.pv_offline_only = true,
	.pv_missing = "io probes look at the disk events of a trace file: give one with -E",
};
