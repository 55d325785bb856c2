/*
 * The subroutines.  To add one: a line in lang/subrs.def (its number, name and D prototype), a
 * function in the file of its subject, its name below, and its line in the table of subr.c.
 *
 *   subr.c        the table, and what asks the engine (speculation, progenyof)
 *   subr_mem.c    scratch and the memory of the traced process
 *   subr_str.c    strings; subr_wide.c those of 16-bit units
 *   subr_path.c   paths
 *   subr_num.c    numbers, device numbers, byte order, rand
 *   subr_net.c    addresses
 *   subr_json.c   a value out of a JSON text
 *   subr_event.c  what an event of a trace says by name
 *
 * Results that are strings are fresh scratch, at most strsize bytes with their NUL.
 */
#ifndef DIF_SUBR_H
#define DIF_SUBR_H

#include "dif_impl.h"

struct dif_text { /* a string's bytes, without its NUL */
	const char *tx_s;
	size_t tx_len;
};

bool dif_get_text(struct dif_mach *, uint64_t addr, struct dif_text *); /* false: faulted */
uint64_t dif_put_text(struct dif_mach *, const char *,
	size_t); /* a new string, cut to fit; 0: faulted */
uint64_t dif_subr_fault(struct dif_mach *, enum dif_fault, uint64_t addr); /* 0 */

static inline bool dif_is_sep(char c) /* paths of either system */
{
	return c == '/' || c == '\\';
}

/* clang-format off */
#define DIF_SUBRS(X) \
	X(rand) X(copyin) X(copyinstr) X(speculation) X(progenyof) X(strlen) X(copyout) X(copyoutstr) X(alloca) \
	X(bcopy) X(copyinto) X(getmajor) X(getminor) X(strjoin) X(lltostr) X(basename) X(dirname) X(cleanpath) \
	X(strchr) X(strrchr) X(strstr) X(strtok) X(substr) X(index) X(rindex) X(swap16) X(swap32) X(swap64) \
	X(inet_ntop) X(inet_ntoa) X(inet_ntoa6) X(toupper) X(tolower) X(json) X(strtoll) X(wstringof) X(wstrlen) \
	X(ofile) X(etwfield) X(etwfieldstr) X(etwprops)
/* clang-format on */
#define X(name) uint64_t dif_subr_##name(struct dif_mach *, const uint64_t *args, unsigned nargs);
DIF_SUBRS(X)
#undef X

#endif
