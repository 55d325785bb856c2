/*
 * etw_imageid.h - what a merge adds to a trace: which program database belongs to an image.
 *
 * These are classic records of the merging tool, with the time stamps of the image records they
 * are about.
 */
#ifndef ETW_IMAGEID_H
#define ETW_IMAGEID_H

#include "etw.h"

extern const struct etw_guid etw_guid_imageid; /* b3e675d7-2554-4f18-830b-2762732560de */

/* opcodes 24h (RSDS) and 25h (RSDS of an IL image) */
struct etw_rsds {
	uint64_t rs_base;
	uint32_t rs_pid;
	uint8_t rs_guid[16];
	uint32_t rs_age;
	const char *rs_pdb; /* path, 8-bit, not terminated */
	uint32_t rs_pdblen;
};

enum { ETW_IMAGEID_RSDS = 0x24, ETW_IMAGEID_ILRSDS = 0x25 };

/* 0, or -1 and etw_decode_error() */
int etw_decode_rsds(const struct etw_event *ev, struct etw_rsds *out);
int etw_write_rsds(struct etw_writer *w, struct etw_event *ev, const struct etw_rsds *rs);

#endif
