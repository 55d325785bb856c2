/*
 * What the files of the machine share: the instruction table, access to memory, subroutines.
 */
#ifndef DIF_IMPL_H
#define DIF_IMPL_H

#include <string.h>
#include "dif.h"
#include "mach.h"

/* Operand forms, as opcodes.def explains them. */
enum dif_form {
	DIF_FORM_BAD,
	DIF_FORM_RRR,
	DIF_FORM_RR,
	DIF_FORM_CMP,
	DIF_FORM_TST,
	DIF_FORM_BR,
	DIF_FORM_LD,
	DIF_FORM_ST,
	DIF_FORM_RET,
	DIF_FORM_NONE,
	DIF_FORM_SETX,
	DIF_FORM_SETS,
	DIF_FORM_LDA,
	DIF_FORM_STA,
	DIF_FORM_LDV,
	DIF_FORM_STV,
	DIF_FORM_CALL,
	DIF_FORM_PUSH,
	DIF_FORM_ALLOC,
	DIF_FORM_COPY,
	DIF_FORM_XL
};

struct dif_opinfo {
	const char *oi_name;
	enum dif_form oi_form;
};
extern const struct dif_opinfo dif_ops[DIF_NOPS];

const struct dif_varinfo *dif_find_var(const struct dif_object *, unsigned scope, uint32_t id);

/* The scope and kind of the variable of a variable instruction. */
void dif_op_var(unsigned op, unsigned *scope, unsigned *kind);

/*
 * Memory.  An address is in the traced system or in this process. All memory that may be read is in
 * this process, perhaps as a copy: dif_span() returns its address here, and the number of bytes (at
 * least 1) that may be read from there on, or NULL if it may not be read.
 */
const void *dif_span(const struct dif_mach *, uint64_t addr, size_t *avail);
/* The value of argN if some arguments are records. */
uint64_t dif_argument(const struct dif_mach *, unsigned n);
const void *dif_user_span(const struct dif_mach *, uint64_t addr, size_t *avail, bool *fault);
bool dif_writable(const struct dif_mach *, uint64_t addr, size_t len);

static inline bool dif_within(uintptr_t base, uintptr_t end, uint64_t addr, size_t len)
{
	return addr >= base && addr <= end && len <= end - addr;
}

/* The host address of len readable bytes, or NULL. */
static inline const void *dif_at(const struct dif_mach *m, uint64_t addr, size_t len)
{
	const void *p;
	size_t avail;

	for (uint32_t i = 0; i < m->ma_nregions; i++)
		if (dif_within(m->ma_regions[i].rg_base, m->ma_regions[i].rg_end, addr, len))
			return (const void *)(uintptr_t)addr;
	p = dif_span(m, addr, &avail);
	return p && avail >= len ? p : NULL;
}

/*
 * Returns a string, and its length without the NUL, at most max; or NULL, after a fault, if it
 * can't be read.
 */
const char *dif_str(struct dif_mach *, uint64_t addr, size_t max, size_t *len);

/*
 * Subroutines: subr.h.
 */
struct dif_args {
	unsigned da_n;
	uint64_t da_v[DIF_NTUPLE];
};

struct dif_subrinfo {
	const char *su_proto;
	uint8_t su_reads;  /* bit n: argument n is the address of data that it reads */
	uint32_t su_needs; /* DT_PLAN_* */
	uint64_t (*su_fn)(struct dif_mach *, const struct dif_args *);
};
/* Sets the least and the greatest number of arguments that the prototype allows. */
void dif_subr_arity(const struct dif_subrinfo *, unsigned *min, unsigned *max);
extern const struct dif_subrinfo dif_subrs[DIF_SUBR_MAX]; /* su_fn NULL: no such subroutine */

#endif
