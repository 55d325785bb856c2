/*
 * etw_config.h - the kernel's SystemConfig records (group 0B), which describe the machine.
 *
 * A layout is a table in config.c, a line a field; the decoder and the writer both walk it.
 */
#ifndef ETW_CONFIG_H
#define ETW_CONFIG_H

#include "etw.h"
#include "etw_config_types.h"

#ifdef __cplusplus
extern "C" {
#endif

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

/* Is the opcode one of the above? */
int etw_config_known(unsigned opcode);
/* Room that a record and its texts take, at most. */
size_t etw_config_room(const struct etw_event *ev);
/*
 * Fills room, which has etw_config_room() bytes and is aligned for 64-bit integers: the opcode's
 * struct first, the texts that it points to after it; *used is how much of it. 0, or -1 and
 * etw_decode_error().
 */
int etw_decode_config(const struct etw_event *ev, void *room, size_t *used);

/* rec is the struct of ev_opcode; a text that is NULL is "". */
int etw_write_config(struct etw_writer *w, struct etw_event *ev, const void *rec);

#ifdef __cplusplus
}
#endif
#endif
