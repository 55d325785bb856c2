/* A compiler with nothing around it. */
#ifndef FIX_H
#define FIX_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include "lang.h"
#include "dump.h"

struct fix {
	struct dt_lang *la;
	struct dt_options opts;
};

void fix_open(struct fix *);
void fix_close(struct fix *);
int fix_parse(struct fix *, enum dt_context,
	const char *text); /* as a file named test.d, or as command-line text */
int fix_args(struct fix *, const char *text, int argc, char *const *argv);
/* The tag's name a fresh compiler gives for a text, or "ok". */
const char *fix_tag(enum dt_context, const char *text);

#endif
