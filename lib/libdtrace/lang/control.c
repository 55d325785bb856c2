#include <ctype.h>
#include <string.h>
#include "control.h"

static void skip_blank(struct dt_control *co)
{
	const char *end;

	for (;;) {
		while (co->co_p < co->co_end &&
			(isspace((unsigned char)*co->co_p) || *co->co_p == '\\' ||
				*co->co_p == '\0'))
			co->co_p++;
		if (co->co_end - co->co_p < 4 || co->co_p[0] != '/' || co->co_p[1] != '*')
			return;
		end = memmem(co->co_p + 2, (size_t)(co->co_end - co->co_p) - 2, "*/", 2);
		co->co_p = !end ? co->co_end : end + 2;
	}
}

const char *dt_control_word(struct dt_control *co, size_t *n)
{
	const char *start;

	skip_blank(co);
	start = co->co_p;
	if (start == co->co_end)
		return NULL;
	if (*start == '"') {
		do
			co->co_p++;
		while (co->co_p < co->co_end && *co->co_p != '"');
		if (co->co_p < co->co_end)
			co->co_p++;
	} else {
		while (co->co_p < co->co_end && !isspace((unsigned char)*co->co_p) &&
			*co->co_p != '\0')
			co->co_p++;
	}
	*n = (size_t)(co->co_p - start);
	return start;
}

bool dt_control_is(struct dt_control *co, const char *word)
{
	size_t n;
	const char *s = dt_control_word(co, &n);

	return s && strlen(word) == n && memcmp(s, word, n) == 0;
}

/* Returns the end of the comment, string or character constant at p, or p + 1 if there is none. */
static const char *skip_quoted(const char *p, const char *end)
{
	const char *q;
	char quote = *p;

	if (quote == '/' && p + 1 < end && p[1] == '*') {
		q = memmem(p + 2, (size_t)(end - p) - 2, "*/", 2);
		return !q ? end : q + 2;
	}
	if (quote != '"' && quote != '\'')
		return p + 1;
	for (p++; p < end && *p != quote && *p != '\n'; p++)
		if (*p == '\\' && p + 1 < end && p[1] != '\n')
			p++;
	return p < end ? p + 1 : p;
}

static const char *line_end(const char *p, const char *end)
{
	for (; p < end && *p != '\n'; p++)
		if (*p == '\\' && p + 1 < end)
			p++;
	return p;
}

void dt_control_each(const char *text, size_t n, void (*fn)(void *, struct dt_control *), void *arg)
{
	const char *p = text, *end = text + n;
	struct dt_control co;
	bool fresh = true; /* only blanks on this line so far */

	while (p < end) {
		if (*p == '\n') {
			fresh = true;
			p++;
		} else if (isspace((unsigned char)*p)) {
			p++;
		} else if (fresh && *p == '#') {
			co = (struct dt_control){ p + 1, line_end(p, end) };
			p = co.co_end;
			fn(arg, &co);
		} else {
			fresh = false;
			p = skip_quoted(p, end);
		}
	}
}
