/*
 * encode.h - writes the kernel's records, by the tables that decode them.
 *
 *	writer.c		composes files record by record
 *	selfdescribe.c		events with the names and types of their fields
 *	relog.c			one file of a trace: copies records, converts times
 *	compress.c		the compressor for MS-XCA plain LZ77
 *	encode.c		a struct to a payload, by plan: layouts/kernel_plan.h
 *	writer_kernel.c		the public functions that write the kernel's records
 */
#ifndef ETL_ENCODE_H
#define ETL_ENCODE_H

#include "kernel_plan.h"

/*
 * As etw_writer_put(), with the hook id of that group, and the kind of header that Windows gives
 * the record, unless the event's kind is ETW_COMPACT. If the record has only one opcode, the event
 * gets it.
 */
int etl_encode(struct etw_writer *w, struct etw_event *ev, const struct lay_record *rc,
	unsigned group, const void *rec);

#endif
