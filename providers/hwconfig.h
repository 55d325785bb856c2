/*
 * hwconfig's files: hwconfig.c has the probes and the trace files' half, hwconfig_linux.c the
 * running system's.
 */
#ifndef HWCONFIG_H
#define HWCONFIG_H

#include "linux.h"
#include "etw_records.h"

extern const struct dt_provider dt_prov_hwconfig;
void dt_hwconfig_announce(struct dt_feed *, uint64_t time, int64_t wall);

#endif
