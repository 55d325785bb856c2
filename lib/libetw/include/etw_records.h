/*
 * etw_records.h - events as records: events of the .NET runtime, and events that describe the
 * traced machine and its images. One function decodes all of them, and one writes them.
 * layouts/clr.def and config.def describe the payloads; etw_clr_types.h and etw_config_types.h
 * declare the records.
 *
 * A record is in the caller's memory: first the struct, then the texts that it points to, which are
 * never NULL. Members that the event's version doesn't have are 0 or "".
 */
#ifndef ETW_RECORDS_H
#define ETW_RECORDS_H

#include "etw.h"
#include "etw_clr_types.h"
#include "etw_config_types.h"

#ifdef __cplusplus
extern "C" {
#endif

#pragma GCC visibility push(default)

extern const struct etw_guid etw_clr_runtime;  /* e13c0d23-ccbc-4e12-931b-d9cc2eee27e4 */
extern const struct etw_guid etw_clr_rundown;  /* a669021c-c450-4609-a035-5af59af4df18 */
extern const struct etw_guid etw_guid_imageid; /* b3e675d7-2554-4f18-830b-2762732560de */

/* The stack of the previous CLR event. */
struct etw_clrstack {
	uint32_t cs_instance;
	uint32_t cs_nframes;
	const uint8_t *cs_frames; /* in the payload: pointers, leaf first */
};

/*
 * The program database of an image. Merging adds this event, with the time stamp of the image's
 * record.
 */
struct etw_rsds {
	uint64_t rs_base;
	uint32_t rs_pid;
	uint32_t rs_age;
	uint8_t rs_guid[16];
	char *rs_pdb; /* path */
};

/* Opcodes of SystemConfig. */
enum etw_config_kind {
	ETW_CONFIG_CPU = 10,
	ETW_CONFIG_PHYSDISK = 11,
	ETW_CONFIG_LOGDISK = 12,
	ETW_CONFIG_NIC = 13,
	ETW_CONFIG_VIDEO = 14,
	ETW_CONFIG_SERVICE = 15,
	ETW_CONFIG_POWER = 16,
	ETW_CONFIG_NETWORK = 17,
	ETW_CONFIG_OPTICAL = 18,
	ETW_CONFIG_IRQ = 21,
	ETW_CONFIG_PNP = 22,
	ETW_CONFIG_IDE = 23,
	ETW_CONFIG_PLATFORM = 25,
	ETW_CONFIG_DPI = 28,
	ETW_CONFIG_INTEGRITY = 29,
	ETW_CONFIG_TELEMETRY = 30,
	ETW_CONFIG_DEFRAG = 31,
	ETW_CONFIG_FAMILY = 33,
	ETW_CONFIG_FLIGHT = 34,
	ETW_CONFIG_PROCESSOR = 35,
	ETW_CONFIG_VIRTUALIZATION = 36,
	ETW_CONFIG_BOOT = 37
};

/* Opcodes of ImageID with the record struct etw_rsds. */
enum { ETW_IMAGEID_RSDS = 36, ETW_IMAGEID_ILRSDS = 37 };

/* Returns the struct tag of the event's record ("netgc", "hwcpu"), or NULL if it has no record. */
const char *etw_record_of(const struct etw_event *ev);
/* Returns the most bytes that the record and its texts need; 0 if the event has no record. */
size_t etw_record_room(const struct etw_event *ev);
/*
 * Decodes the event into room, which must have etw_record_room() bytes and be aligned for 64-bit
 * integers; stores the number of bytes used in *used. Returns 0, or -1 and sets
 * etw_decode_error().
 */
int etw_decode_record(const struct etw_event *ev, void *room, size_t *used);
/*
 * Appends the event, with a payload made from the record; a NULL text is written as "". Returns
 * what etw_writer_put() returns.
 */
int etw_write_record(struct etw_writer *w, struct etw_event *ev, const void *record);

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif
#endif
