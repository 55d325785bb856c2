/*
 * Between fsinfo.c and fsinfo_linux.c: a probe's tag is the opcode of its event on Windows minus
 * that of the first.
 */
#ifndef FSINFO_PROBES_H
#define FSINFO_PROBES_H

#include "linux.h"
#include "files.h"
#include "etw_file.h"

#define FS_TAG(opcode) ((opcode)-ETW_FILEIO_CREATE)

const char *dt_fsinfo_name(unsigned tag); /* of the probe */
extern const struct dt_linux_source dt_fsinfo_linux[];

#endif
