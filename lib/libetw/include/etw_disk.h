/*
 * etw_disk.h - the kernel's records of disk I/O, and the names of the disks' volumes.
 *
 * A transfer has two records. The first, when it is passed to the disk, has only its IRP and, since
 * version 3, the issuing thread. The second, when it is done, has everything else.
 */
#ifndef ETW_DISK_H
#define ETW_DISK_H

#include "etw.h"

#ifdef __cplusplus
extern "C" {
#endif

#pragma GCC visibility push(default)

/*
 * DiskIo 010A read, 010B write, 010E flush; 010C, 010D, 010F their starts; 0137 to 013C the same
 * six records of optical disks, in the order read, write, flush and the three starts.
 */
struct etw_diskio {
	uint32_t di_disk;
	uint32_t di_irpflags;
	uint32_t di_size;     /* bytes; not for a flush */
	uint32_t di_reserved; /* v1+ */
	uint64_t di_offset;   /* bytes from the start of the disk; not for a flush */
	uint64_t di_file;     /* the file's key, as in FileIo records */
	uint64_t di_irp;      /* v2+ */
	uint64_t di_elapsed;  /* in units of the session's clock */
	uint32_t di_tid;      /* the issuing thread; ETW_NOID before v3 */
};

/* SystemConfigEx {9b79ee91-b5fd-41c0-a243-4248e266e9d0} opcode 23: a volume's two paths */
struct etw_volumemap {
	const uint8_t *vm_ntpath; /* UTF-16LE, "\Device\HarddiskVolume3\" */
	uint32_t vm_ntunits;
	const uint8_t *vm_dospath; /* UTF-16LE, "C:\" */
	uint32_t vm_dosunits;
};

enum etw_diskop { ETW_DISK_READ, ETW_DISK_WRITE, ETW_DISK_FLUSH, ETW_DISK_NONE };

/* Returns the operation of a DiskIo opcode; sets *start to 1 if it is the operation's start. */
enum etw_diskop etw_disk_op(uint8_t opcode, int *start);

int etw_decode_diskio(const struct etw_event *ev, struct etw_diskio *out);
int etw_decode_volumemap(const struct etw_event *ev, struct etw_volumemap *out);
int etw_write_diskio(struct etw_writer *w, struct etw_event *ev, const struct etw_diskio *di);
/* This is not a kernel record, so the caller sets ev_provider. */
int etw_write_volumemap(struct etw_writer *w, struct etw_event *ev, const struct etw_volumemap *vm);

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif
#endif
