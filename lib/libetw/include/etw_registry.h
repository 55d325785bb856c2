/*
 * etw_registry.h - the kernel's records of the registry.
 *
 * A key is identified by its key control block. An operation names the block and, relative to it, a
 * subkey or a value. The records about a block's creation, deletion and rundown have its full path.
 */
#ifndef ETW_REGISTRY_H
#define ETW_REGISTRY_H

#include "etw.h"

#ifdef __cplusplus
extern "C" {
#endif

#pragma GCC visibility push(default)

/*
 * Registry 090A create, 090B open, 090C delete, 090D query, 090E setvalue, 090F delvalue,
 * 0910 queryvalue, 0911 enumkey, 0912 enumvalue, 0913 querymultiple, 0914 setinfo, 0915 flush,
 * 0916 block created, 0917 deleted, 0918/0919 rundown at begin and end, 091A virtualize,
 * 091B close, 091C/091D query and set security
 */
struct etw_registry {
	uint64_t rg_initial;	/* raw time of its start; v2+ */
	uint64_t rg_elapsed;	/* in units of the session's clock; v0, v1 */
	uint32_t rg_status;	/* NTSTATUS */
	uint32_t rg_index;	/* enumeration: index of the key or value; v1+ */
	uint64_t rg_key;	/* key control block; 0 if the name is a full path */
	const uint8_t *rg_name; /* UTF-16LE */
	uint32_t rg_units;
};

int etw_decode_registry(const struct etw_event *ev, struct etw_registry *out);
int etw_write_registry(struct etw_writer *w, struct etw_event *ev, const struct etw_registry *rg);

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif
#endif
