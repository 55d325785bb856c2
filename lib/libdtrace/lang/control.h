/* Control lines as words, for who reads them before the text is parsed. */
#ifndef DT_CONTROL_H
#define DT_CONTROL_H

#include <stdbool.h>
#include <stddef.h>

struct dt_control {
	const char *co_p, *co_end; /* what is left of the line */
};

const char *dt_control_word(struct dt_control *,
	size_t *n); /* next word (a "string" is one), or NULL */
bool dt_control_is(struct dt_control *, const char *word); /* takes a word: is it this one? */
/*
 * fn for each control line of a D text, standing after its '#'; lines in comments and strings are
 * none.
 */
void dt_control_each(const char *text, size_t n, void (*fn)(void *, struct dt_control *),
	void *arg);

#endif
