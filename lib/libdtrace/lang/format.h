/*
 * A compiled format: literal, conversion, literal, ... conversion, literal.  In literals, %% is
 * already replaced by %; conversion i is between literal i and literal i + 1.
 */
#ifndef DT_FORMAT_H
#define DT_FORMAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Formats.  The compiler calls dt_format_compile(), which checks the syntax only, for printf() and
 * similar actions. Then it checks the type of each argument against dt_format_conv().
 */
struct dt_format;
struct dt_conv {      /* one conversion of a format, in order */
	char fc_conv; /* last letter: d i o u x X c C s S a A k p e E f g G Y T P I w (wide: fc_mod
			 'w' or 'l') */
	char fc_mod[3];		      /* "", "h", "l", "ll", "L", "w" */
	bool fc_agg;		      /* '@' */
	bool fc_dynwidth, fc_dynprec; /* '*': one integer argument each, before the value */
};
struct dt_format *dt_format_compile(const char *text, char *err,
	size_t errlen); /* NULL: err names the conversion by number */
void dt_format_free(struct dt_format *);
unsigned dt_format_nconv(const struct dt_format *);
const struct dt_conv *dt_format_conv(const struct dt_format *, unsigned);
const char *dt_format_text(const struct dt_format *);

enum { /* cs_flags */
	DT_FF_ALT = 1 << 0,
	DT_FF_ZERO = 1 << 1,
	DT_FF_LEFT = 1 << 2,
	DT_FF_PLUS = 1 << 3,
	DT_FF_SPACE = 1 << 4,
	DT_FF_GROUP = 1 << 5
};

struct dt_convspec {
	struct dt_conv cs_conv;
	unsigned cs_flags;
	int cs_width; /* -1: none */
	int cs_prec;  /* -1: none */
};

struct dt_literal {
	uint32_t li_off, li_len; /* in fm_lits */
};

struct dt_format {
	char *fm_text; /* as written */
	char *fm_lits;
	struct dt_literal *fm_literal; /* fm_nconvs + 1 */
	struct dt_convspec *fm_convs;
	unsigned fm_nconvs;
};

#endif
