/*
 * A compiled format: literal, conversion, literal, ... conversion, literal.  The literals have
 * their %% already made single; conversion i stands between literal i and literal i + 1.
 */
#ifndef DT_FORMAT_H
#define DT_FORMAT_H

#include "consume.h"

enum {	/* cs_flags */
	DT_FF_ALT = 1 << 0, DT_FF_ZERO = 1 << 1, DT_FF_LEFT = 1 << 2, DT_FF_PLUS = 1 << 3,
	DT_FF_SPACE = 1 << 4, DT_FF_GROUP = 1 << 5
};

struct dt_convspec {
	struct dt_conv cs_conv;
	unsigned cs_flags;
	int cs_width;		/* -1: none */
	int cs_prec;		/* -1: none */
};

struct dt_literal {
	uint32_t li_off, li_len;	/* in fm_lits */
};

struct dt_format {
	char *fm_text;			/* as written */
	char *fm_lits;
	struct dt_literal *fm_literal;	/* fm_nconvs + 1 */
	struct dt_convspec *fm_convs;
	unsigned fm_nconvs;
};

#endif
