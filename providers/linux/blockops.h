/*
 * What a request to a block device does: the lower byte of its cmd_flags, REQ_OP_*. Only some of
 * the operations move data.
 */
#ifndef DT_LINUX_BLOCKOPS_H
#define DT_LINUX_BLOCKOPS_H

#include <stdint.h>

enum dt_lx_blockop {
	DT_LX_READ,
	DT_LX_WRITE,
	DT_LX_FLUSH,
	DT_LX_NODATA /* a discard, or the zone of a device is reset */
};

static inline enum dt_lx_blockop dt_lx_blockop(uint64_t cmd_flags)
{
	switch (cmd_flags & 0xff) {
	case 0: return DT_LX_READ;
	case 2: return DT_LX_FLUSH;
	case 1:
	case 7: /* appended to a zone */
	case 9: /* zeros, which the device writes itself */ return DT_LX_WRITE;
	default: return DT_LX_NODATA;
	}
}

#endif
