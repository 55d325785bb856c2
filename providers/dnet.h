/*
 * dnet's two files: dnet.c has the probes and the events that fire them, dnet_record.c makes the
 * records that D reads from decoded events.
 */
#ifndef DNET_H
#define DNET_H

#include "dtrace_records.h"
#include "etw_clr.h"

/*
 * The record of an event and, behind it, its texts in UTF-8, written to room; returns the bytes
 * used, 0 for an event that has no record.  dnet_record_room() says how much any event with that
 * payload may take.  room is aligned for any record.
 */
size_t dnet_record(const struct etw_clr *, uint8_t *room, size_t size);
size_t dnet_record_room(uint32_t paylen);

#endif
