/*
 * A line of /proc/PID/maps: "55d0-55d1 r-xp 00002000 fe:01 1234   /usr/bin/cat".
 *
 * Headers only.
 */
#ifndef BASE_MAPSLINE_H
#define BASE_MAPSLINE_H

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/sysmacros.h>

struct base_mapsline {
	uint64_t ml_base, ml_end, ml_off, ml_dev, ml_ino;
	bool ml_code;	     /* it may be executed */
	const char *ml_path; /* in the line: a path, a name in brackets, or "" */
};

/* Ends the line at its newline. Returns false if it is none of maps. */
static inline bool base_mapsline(char *line, struct base_mapsline *ml)
{
	unsigned major, minor;
	char mode[5];
	int at = 0;

	line[strcspn(line, "\n")] = '\0';
	if (sscanf(line, "%" SCNx64 "-%" SCNx64 " %4s %" SCNx64 " %x:%x %" SCNu64 " %n",
		    &ml->ml_base, &ml->ml_end, mode, &ml->ml_off, &major, &minor, &ml->ml_ino,
		    &at) < 7 ||
		!at || ml->ml_end <= ml->ml_base)
		return false;
	ml->ml_dev = makedev(major, minor);
	ml->ml_code = strchr(mode, 'x') != NULL;
	ml->ml_path = line + at;
	return true;
}

#endif
