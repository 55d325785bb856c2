/* The numbers of built-in variables and subroutines, as used in DIF code. */
#ifndef DT_NUMBERS_H
#define DT_NUMBERS_H

enum dif_var {
#define DIF_VAR(n, NAME, s, t, a, plan, path) DIF_VAR_##NAME = n,
#include "builtins.def"
#undef DIF_VAR
	DIF_VAR_ARRAY_UMIN = 0x80,
	DIF_VAR_OTHER_UMIN = 0x500 /* the first number of a user variable */
};

enum dif_subr {
#define DIF_SUBR(n, NAME, s, since, p, reads, needs, fn) DIF_SUBR_##NAME = n,
#include "subrs.def"
#undef DIF_SUBR
	DIF_SUBR_MAX = 64
};

#endif
