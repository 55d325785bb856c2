/*
 * etw_file.h - the kernel's records of files: their names, and operations on them.
 *
 * An operation has a record at its start and an "operation end" record; both have the same IRP. A
 * file has two numbers: the file object, different for each open, and the key, the same for all
 * opens. Name records contain the key.
 */
#ifndef ETW_FILE_H
#define ETW_FILE_H

#include "etw.h"

#ifdef __cplusplus
extern "C" {
#endif

#pragma GCC visibility push(default)

/* FileIo 0400 name, 0420 create, 0423 delete, 0424 rundown */
struct etw_filename {
	uint64_t fn_key;
	const uint8_t *fn_name; /* UTF-16LE, NT path */
	uint32_t fn_units;
};

/* Opcodes of struct etw_fileio. The last three are extra records with the operation's path. */
enum {
	ETW_FILEIO_CREATE = 0x40,
	ETW_FILEIO_CLEANUP,
	ETW_FILEIO_CLOSE,
	ETW_FILEIO_READ,
	ETW_FILEIO_WRITE,
	ETW_FILEIO_SETINFO,
	ETW_FILEIO_DELETE,
	ETW_FILEIO_RENAME,
	ETW_FILEIO_DIRENUM,
	ETW_FILEIO_FLUSH,
	ETW_FILEIO_QUERYINFO,
	ETW_FILEIO_FSCONTROL,
	ETW_FILEIO_END,
	ETW_FILEIO_DIRNOTIFY,
	ETW_FILEIO_DELETE_PATH = 0x4f,
	ETW_FILEIO_RENAME_PATH,
	ETW_FILEIO_LINK_PATH
};

struct etw_fileio {
	uint64_t fl_irp, fl_object, fl_key;
	uint32_t fl_tid;	/* ETW_NOID for an operation end */
	uint64_t fl_offset;	/* read, write */
	uint32_t fl_size;	/* read, write: bytes */
	uint32_t fl_flags;	/* read, write: flags of the IRP */
	uint32_t fl_extraflags; /* read, write of newer systems */
	int fl_hasextraflags;
	uint32_t fl_options;		  /* create: options, and the disposition in the top byte */
	uint32_t fl_attributes, fl_share; /* create */
	uint64_t fl_extra;	/* setinfo and the like: the information; end: the result */
	uint32_t fl_class;	/* setinfo and the like, direnum, dirnotify: kind of information */
	uint32_t fl_length;	/* direnum, dirnotify: bytes of the caller's buffer */
	uint32_t fl_index;	/* direnum, dirnotify: position in the directory to continue at */
	uint32_t fl_status;	/* end: NTSTATUS */
	const uint8_t *fl_name; /* create, paths: the path; direnum, dirnotify: the pattern */
	uint32_t fl_units;
};

int etw_decode_filename(const struct etw_event *ev, struct etw_filename *out);
int etw_decode_fileio(const struct etw_event *ev, struct etw_fileio *out);
int etw_write_filename(struct etw_writer *w, struct etw_event *ev, const struct etw_filename *fn);
int etw_write_fileio(struct etw_writer *w, struct etw_event *ev, const struct etw_fileio *fl);

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif
#endif
