/*
 * Formats of printf(), printa(), system() and freopen(): text to a list of conversions.
 *
 *	%[flags][width][.precision][modifier]letter
 *
 * To add a conversion: its letter in dt_format_letters, the types it takes in the compiler, its
 * text in convert.c.
 */
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "alloc.h"
#include "format.h"

#define FORMAT_MAXWIDTH 32767
#define FORMAT_LP64_WIDTH 16 /* the width '?': the hexadecimal digits of a pointer */

static const struct {
	char mod[3];
	const char *letters;
} dt_format_letters[] = {
	{ "", "aAcCdiouxXeEfgGIPkpsSTY" },
	{ "h", "diouxX" },
	{ "l", "diouxXcs" },
	{ "ll", "diouxX" },
	{ "L", "eEfgG" },
	{ "w", "cs" },
};

struct format_parse {
	const char *pa_cur;
	struct dt_format *pa_fm;
	char *pa_lit; /* end of the literal text so far */
	char *pa_err;
	size_t pa_errlen;
};

static int __attribute__((format(printf, 2, 3)))
format_error(struct format_parse *pa, const char *fmt, ...)
{
	char what[160];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(what, sizeof(what), fmt, ap);
	va_end(ap);
	snprintf(pa->pa_err, pa->pa_errlen, "format conversion #%u: %s", pa->pa_fm->fm_nconvs + 1,
		what);
	return -1;
}

static unsigned format_flag(char c)
{
	switch (c) {
	case '#': return DT_FF_ALT;
	case '0': return DT_FF_ZERO;
	case '-': return DT_FF_LEFT;
	case '+': return DT_FF_PLUS;
	case ' ': return DT_FF_SPACE;
	case '\'': return DT_FF_GROUP;
	}
	return 0;
}

static int format_number(struct format_parse *pa, int *out)
{
	int n = 0;

	for (; isdigit((unsigned char)*pa->pa_cur); pa->pa_cur++) {
		n = n * 10 + (*pa->pa_cur - '0');
		if (n > FORMAT_MAXWIDTH)
			return format_error(pa, "width or precision is larger than %d",
				FORMAT_MAXWIDTH);
	}
	if (*pa->pa_cur == '$')
		return format_error(pa, "positional arguments (n$) are not supported");
	*out = n;
	return 0;
}

static int format_width(struct format_parse *pa, struct dt_convspec *cs)
{
	struct dt_conv *fc = &cs->cs_conv;

	if (*pa->pa_cur == '*') {
		if (fc->fc_dynwidth || cs->cs_width >= 0)
			return format_error(pa, "the width is given twice");
		fc->fc_dynwidth = true;
		pa->pa_cur++;
		return 0;
	}
	if (fc->fc_dynwidth || cs->cs_width >= 0)
		return format_error(pa, "the width is given twice");
	return format_number(pa, &cs->cs_width);
}

/* After the '.'.  No digits, zero and a negative number all mean that there is no precision. */
static int format_prec(struct format_parse *pa, struct dt_convspec *cs)
{
	bool negative = false;
	int n = 0;

	pa->pa_cur++;
	if (*pa->pa_cur == '*') {
		cs->cs_conv.fc_dynprec = true;
		pa->pa_cur++;
	} else {
		if (*pa->pa_cur == '-') {
			negative = true;
			pa->pa_cur++;
		}
		if (format_number(pa, &n) != 0)
			return -1;
		cs->cs_prec = negative || n == 0 ? -1 : n;
	}
	if (*pa->pa_cur == '*' || isdigit((unsigned char)*pa->pa_cur))
		return format_error(pa, "the precision is given twice");
	return 0;
}

/* '@' and '?' may be anywhere before the modifier: %@5d and %5@d are the same. */
static int format_fields(struct format_parse *pa, struct dt_convspec *cs)
{
	bool prec = false;

	for (;;) {
		char c = *pa->pa_cur;
		int r = 0;

		if (c == '@') {
			cs->cs_conv.fc_agg = true;
			pa->pa_cur++;
		} else if (c == '?') {
			cs->cs_width = FORMAT_LP64_WIDTH;
			pa->pa_cur++;
		} else if (format_flag(c) != 0) {
			cs->cs_flags |= format_flag(c);
			pa->pa_cur++;
		} else if (c == '*' || isdigit((unsigned char)c)) {
			r = format_width(pa, cs);
		} else if (c == '.') {
			if (prec)
				return format_error(pa, "the precision is given twice");
			prec = true;
			r = format_prec(pa, cs);
		} else {
			return 0;
		}
		if (r != 0)
			return -1;
	}
}

static int format_letter(struct format_parse *pa, struct dt_convspec *cs)
{
	struct dt_conv *fc = &cs->cs_conv;
	size_t i, n = 0;
	char c;

	while (n < 2 && *pa->pa_cur != '\0' && strchr("hlLw", *pa->pa_cur))
		fc->fc_mod[n++] = *pa->pa_cur++;
	c = *pa->pa_cur;
	if (c == '\0')
		return format_error(pa, "the format ends before the conversion's letter");
	for (i = 0; i < sizeof(dt_format_letters) / sizeof(dt_format_letters[0]); i++) {
		if (strcmp(fc->fc_mod, dt_format_letters[i].mod) == 0 &&
			strchr(dt_format_letters[i].letters, c)) {
			fc->fc_conv = c;
			pa->pa_cur++;
			return 0;
		}
	}
	if (isprint((unsigned char)c))
		return format_error(pa, "%%%s%c is not a known conversion", fc->fc_mod, c);
	return format_error(pa, "%%%s\\%03o is not a known conversion", fc->fc_mod,
		(unsigned char)c);
}

static int format_conversion(struct format_parse *pa)
{
	struct dt_convspec *cs = &pa->pa_fm->fm_convs[pa->pa_fm->fm_nconvs];
	const char *start = pa->pa_cur;

	cs->cs_width = cs->cs_prec = -1;
	if (format_fields(pa, cs) != 0)
		return -1;
	if (*pa->pa_cur == '%' && pa->pa_cur != start)
		return format_error(pa, "%%%% takes no flags, width or precision");
	if (format_letter(pa, cs) != 0)
		return -1;
	pa->pa_fm->fm_nconvs++;
	return 0;
}

static void format_start_literal(struct format_parse *pa)
{
	pa->pa_fm->fm_literal[pa->pa_fm->fm_nconvs].li_off = pa->pa_lit - pa->pa_fm->fm_lits;
}

static void format_literal_char(struct format_parse *pa, char c)
{
	*pa->pa_lit++ = c;
	pa->pa_fm->fm_literal[pa->pa_fm->fm_nconvs].li_len++;
}

static int format_parse(struct format_parse *pa)
{
	format_start_literal(pa);
	while (*pa->pa_cur != '\0') {
		char c = *pa->pa_cur++;

		if (c == '%' && *pa->pa_cur != '%') {
			if (format_conversion(pa) != 0)
				return -1;
			format_start_literal(pa);
			continue;
		}
		if (c == '%')
			pa->pa_cur++;
		format_literal_char(pa, c);
	}
	return 0;
}

struct dt_format *dt_format_compile(const char *text, char *err, size_t errlen)
{
	struct dt_format *fm = base_calloc(1, sizeof(*fm));
	struct format_parse pa = { .pa_cur = text,
		.pa_fm = fm,
		.pa_err = err,
		.pa_errlen = errlen };
	size_t len = strlen(text), max = 0, i;

	for (i = 0; i < len; i++)
		max += text[i] == '%';
	snprintf(err, errlen, "out of memory");
	if (!fm)
		return NULL;
	fm->fm_text = base_strdup(text);
	fm->fm_lits = base_malloc(len + 1);
	fm->fm_literal = base_calloc(max + 1, sizeof(*fm->fm_literal));
	fm->fm_convs = base_calloc(max + 1, sizeof(*fm->fm_convs));
	pa.pa_lit = fm->fm_lits;
	if (!fm->fm_text || !fm->fm_lits || !fm->fm_literal || !fm->fm_convs ||
		format_parse(&pa) != 0) {
		dt_format_free(fm);
		return NULL;
	}
	if (errlen > 0)
		err[0] = '\0';
	return fm;
}

void dt_format_free(struct dt_format *fm)
{
	if (!fm)
		return;
	free(fm->fm_text);
	free(fm->fm_lits);
	free(fm->fm_literal);
	free(fm->fm_convs);
	free(fm);
}

unsigned dt_format_nconv(const struct dt_format *fm)
{
	return fm->fm_nconvs;
}

const struct dt_conv *dt_format_conv(const struct dt_format *fm, unsigned i)
{
	return i < fm->fm_nconvs ? &fm->fm_convs[i].cs_conv : NULL;
}

const char *dt_format_text(const struct dt_format *fm)
{
	return fm->fm_text;
}
