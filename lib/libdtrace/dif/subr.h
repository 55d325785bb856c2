/*
 * The subroutines. To add one: a line in subrs.def, a function in the file of its subject, a line
 * in the manual.
 *
 *   subr.c        the table, and subroutines that ask the engine (speculation, progenyof)
 *   subr_mem.c    scratch and the memory of the traced process
 *   subr_str.c    strings; subr_wide.c strings of 16-bit units
 *   subr_path.c   paths
 *   subr_num.c    numbers, device numbers, byte order, rand
 *   subr_net.c    addresses
 *   subr_json.c   the value at a path of a JSON text
 *   subr_event.c  fields of a trace's event, by name
 *
 * Results that are strings are fresh scratch: at most strsize characters, and their NUL.
 */
#ifndef DIF_SUBR_H
#define DIF_SUBR_H

#include "dif_impl.h"

struct dif_text { /* a string's bytes, without its NUL */
	const char *tx_s;
	size_t tx_len;
};

bool dif_get_text(struct dif_mach *, uint64_t addr, struct dif_text *);	   /* false after a fault */
uint64_t dif_subr_fault(struct dif_mach *, enum dif_fault, uint64_t addr); /* returns 0 */

static inline bool dif_is_sep(char c) /* in paths of Linux and of Windows */
{
	return c == '/' || c == '\\';
}

#define DIF_SUBR(n, NAME, name, since, proto, reads, needs, fn) \
	uint64_t dif_subr_##fn(struct dif_mach *, const struct dif_args *);
#include "subrs.def"
#undef DIF_SUBR

#endif
