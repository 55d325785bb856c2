/*
 * Splits the text of -c into words as a shell does, but expands nothing: blanks separate; '...' is
 * literal; in "..." a backslash quotes a quote or a backslash; outside it quotes anything.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "alloc.h"
#include "target.h"

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\n';
}

/* Copies one word to *to and returns the text after it; NULL if a quote isn't closed. */
static const char *word_copy(const char *p, char **to)
{
	char quote = 0, *out = *to;

	for (; *p && (quote || !is_blank(*p)); p++) {
		if (quote ? *p == quote : *p == '\'' || *p == '"')
			quote = quote ? 0 : *p;
		else if (*p == '\\' && p[1] && (!quote || (quote == '"' && strchr("\"\\", p[1]))))
			*out++ = *++p;
		else
			*out++ = *p;
	}
	*out++ = '\0';
	*to = out;
	return quote ? NULL : p;
}

char **dt_target_split(const char *cmdline, const char **why)
{
	size_t len = strlen(cmdline), n = 0;
	char **argv = base_malloc((len / 2 + 2) * sizeof(*argv) + len + 2);
	char *text = (char *)(argv + len / 2 + 2);

	if (!argv) {
		*why = strerror(ENOMEM);
		return NULL;
	}
	for (const char *p = cmdline;;) {
		while (is_blank(*p))
			p++;
		if (!*p)
			break;
		argv[n++] = text;
		p = word_copy(p, &text);
		if (!p) {
			*why = "unbalanced quote";
			free(argv);
			return NULL;
		}
	}
	if (!n) {
		*why = "empty command";
		free(argv);
		return NULL;
	}
	argv[n] = NULL;
	return argv;
}
