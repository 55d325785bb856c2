/*
 * replay.h - a trace of any bytes through the whole replay: everything enabled, all that it prints
 * thrown away.
 */
#ifndef REPLAY_H
#define REPLAY_H

#include <stddef.h>
#include <stdint.h>

struct replayed {
	int rd_opened;	   /* it was taken for a trace */
	double rd_seconds; /* of CPU */
};

/* The library scripts are in that folder. */
void replay_init(const char *libdir);
struct replayed replay_bytes(const uint8_t *data, size_t size);

#endif
