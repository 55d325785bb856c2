/* What place.c and placeobj.c share: the check of a clause under the present assumptions. */
#ifndef DT_PLACE_IMPL_H
#define DT_PLACE_IMPL_H

#include "place.h"
#include "dif_impl.h"

enum kind {
	KIND_NUMBER,
	KIND_CONST,    /* the string constant st_value, or one of several: ANY */
	KIND_EXECNAME, /* the value of execname */
	KIND_COPY,     /* a string that copyinstr() has read */
	KIND_COPYIN,   /* memory that copyin() has read: its size << 32 | the offset in it */
	KIND_LOCAL,    /* the string of the clause-local variable st_value */
	KIND_THREAD,   /* the string of the kernel's variable number st_value */
	KIND_PROBE,    /* the variable st_value, one of probeprov to probename, or ANY of them */
	KIND_RECORD,   /* st_value bytes into the event's record */
	KIND_CURCPU,   /* the record of the CPU, whose first member is its number */
	KIND_MIXED     /* different ones on different paths */
};

#define ANY UINT64_MAX
#define MANY 3
struct state {
	bool st_seen;
	uint8_t st_kinds[DIF_NREGS];
	bool st_known[DIF_NREGS]; /* a number that is st_value */
	uint64_t st_value[DIF_NREGS];
	uint8_t st_pushes;    /* parts on the tuple stack, at most MANY */
	bool st_numbers;      /* all of them are numbers */
	uint64_t st_second;   /* the second one, or ANY */
	uint32_t st_assigned; /* clause-local variables that have a value on every path */
};

struct check {
	struct dt_places *ck_places;
	struct dt_site *ck_site;
	const struct dif_object *ck_o;
	struct state *ck_at; /* by label */
	struct state ck_now;
	uint32_t ck_unknown; /* clause-local variables that this clause assigns, but not in the
				kernel */
	enum kind ck_result;
	uint64_t ck_value; /* st_value of the result */
	bool ck_returned, ck_faults, ck_stores;
	bool ck_again; /* a fault may be gone when the DIF machine tries */
	/* of the clause */
	uint32_t ck_texts;   /* strings of the thread that it reads, by number */
	bool ck_null;	     /* it faults if one of them is NULL */
	bool ck_hard;	     /* it may fault for other reasons */
	bool ck_assigns;     /* thread-local variables */
	uint32_t ck_scalars; /* clause-local scalars that it assigns */
	char *ck_why;
};

#define WHY_SIZE sizeof(((struct dt_site *)NULL)->si_why)

/* Says why the clause can't run in the kernel; returns false. */
__attribute__((format(printf, 2, 3))) bool dt_place_refuse(struct check *, const char *fmt, ...);
/*
 * Whether the object can run in the kernel. Leaves the result's kind in ck_result; ck_faults and
 * ck_stores say what it may do.
 */
bool dt_place_object(struct check *, const struct dif_object *);
bool dt_place_is_kept(unsigned kind); /* a string that the kernel has in memory */
bool dt_place_is_scalar(const struct dif_varinfo *);
bool dt_place_is_text(const struct dif_varinfo *);
bool dt_place_is_div(unsigned op);
/* The first clause that isn't the kernel's and assigns that clause-local variable. */
const struct dt_site *dt_place_assigned_here(const struct check *, uint32_t id);

#endif
