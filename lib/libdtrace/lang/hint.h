/*
 * Between the files that find hints: hint.c begins, and knows names, types and values;
 * hint_probe.c knows probes.
 */
#ifndef DT_HINT_H
#define DT_HINT_H

#include <stdio.h>
#include "near.h"
#include "parse.h"

struct hint {
	struct dt_lang *hi_la;
	const struct dt_loc *hi_loc;
	enum dt_errtag hi_tag;
	char *hi_out;
	size_t hi_size;
	char hi_word[128]; /* the word at the place, without self-> and the like */
};

/* Returns true: the hint is found. */
static inline bool dt_hint_say(struct hint *hi, const char *text)
{
	snprintf(hi->hi_out, hi->hi_size, "%s", text);
	return true;
}

/* False if nothing is near. */
static inline bool dt_hint_near(struct hint *hi, const struct base_near *nr, const char *before,
	const char *after)
{
	return base_near_say(nr, before, after, hi->hi_out, hi->hi_size);
}

/* hint.c: the text of the place; it ends at the end of its line */
const char *dt_hint_place(const struct hint *, size_t *len);
/* hint_probe.c: a description that matches nothing; true if there is a hint */
bool dt_hint_pid(struct hint *);
bool dt_hint_bpftrace(struct hint *);
bool dt_hint_interval(struct hint *);
bool dt_hint_probe(struct hint *);

#endif
