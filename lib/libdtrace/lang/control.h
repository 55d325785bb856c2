/* Reads control lines word by word, before the text is parsed. */
#ifndef DT_CONTROL_H
#define DT_CONTROL_H

#include <stdbool.h>
#include <stddef.h>

struct dt_control {
	const char *co_p, *co_end; /* the rest of the line */
};

const char *dt_control_word(struct dt_control *,
	size_t *n); /* next word (a "string" is one), or NULL */
/* takes a word; returns whether it is this one */
bool dt_control_is(struct dt_control *, const char *word);
/*
 * Calls fn for each control line of a D text, from after its '#'. Lines in comments and strings
 * don't count.
 */
void dt_control_each(const char *text, size_t n, void (*fn)(void *, struct dt_control *),
	void *arg);

#endif
