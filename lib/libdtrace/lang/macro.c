/* Macro variables: $1, $$1, $target, $$target. */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "parse.h"

static bool is_integer(const char *s)
{
	if (*s == '-' || *s == '+')
		s++;
	if (!isdigit((unsigned char)*s))
		return false;
	if (s[0] == '0' && (s[1] == 'x' || s[1] == 'X') && s[2] != '\0') {
		for (s += 2; isxdigit((unsigned char)*s); s++)
			;
		return *s == '\0';
	}
	for (; isdigit((unsigned char)*s); s++)
		;
	return *s == '\0';
}

static bool is_word(const char *s)
{
	if (!isalpha((unsigned char)*s) && *s != '_')
		return false;
	for (; isalnum((unsigned char)*s) || *s == '_'; s++)
		;
	return *s == '\0';
}

static struct dt_macro classify(struct dt_lang *la, const struct dt_loc *loc, const char *s)
{
	size_t n = strlen(s);
	char *inner;

	if (n >= 2 && s[0] == '"' && s[n - 1] == '"') {
		inner = dt_lang_strdup(la, s + 1);
		inner[n - 2] = '\0';
		return (struct dt_macro){ DT_MACRO_STRING, inner };
	}
	if (is_integer(s)) {
		errno = 0;
		(void)strtoull(s, NULL, 0);
		if (errno == ERANGE)
			dt_lang_error(la, loc, D_MACRO_OFLOW,
				"macro argument %s is too large for an integer", s);
		return (struct dt_macro){ DT_MACRO_INT, s };
	}
	return (struct dt_macro){ is_word(s) ? DT_MACRO_WORD : DT_MACRO_STRING, s };
}

static _Noreturn void undefined(struct dt_lang *la, const struct dt_loc *loc, const char *name,
	size_t n, bool in_desc)
{
	if (in_desc)
		dt_lang_error(la, loc, D_MACRO_UNDEF,
			"Undefined macro variable in probe description");
	dt_lang_error(la, loc, D_MACRO_UNDEF, "macro %s%.*s is not defined",
		isdigit((unsigned char)name[n - 1]) && name[1] != '$' ? "argument " : "variable ",
		(int)n, name);
}

static struct dt_macro operand(struct dt_lang *la, const struct dt_loc *loc, const char *name,
	size_t n, bool quoted, bool in_desc)
{
	const char *digits = name + 1 + quoted;
	unsigned long i;

	errno = 0;
	i = strtoul(digits, NULL, 10);
	if (errno == ERANGE || i > INT32_MAX)
		dt_lang_error(la, loc, D_MACRO_OFLOW, "macro argument %.*s is out of range", (int)n,
			name);
	if (i < (unsigned long)la->la_argc && la->la_argv && la->la_argv[i]) {
		if (i > la->la_argused)
			la->la_argused = i;
		if (quoted)
			return (struct dt_macro){ DT_MACRO_STRING, la->la_argv[i] };
		return classify(la, loc, la->la_argv[i]);
	}
	if (dt_opt(la->la_opts, DT_OPT_DEFAULTARGS) <= 0)
		undefined(la, loc, name, n, in_desc);
	return quoted ? (struct dt_macro){ DT_MACRO_STRING, "" } :
			(struct dt_macro){ DT_MACRO_INT, "0" };
}

struct dt_macro dt_macro_get(struct dt_lang *la, const struct dt_loc *loc, const char *name,
	size_t n, bool in_desc)
{
	bool quoted = n > 1 && name[1] == '$', known = false;
	char *copy = dt_lang_alloc(la, n + 1), value[32];
	int64_t v = 0;

	memcpy(copy, name, n);
	if (isdigit((unsigned char)copy[1 + quoted]))
		return operand(la, loc, copy, n, quoted, in_desc);
	if (la->la_env.le_macro)
		v = la->la_env.le_macro(la->la_env.le_arg, copy + 1 + quoted, &known);
	if (!known)
		undefined(la, loc, copy, n, in_desc);
	snprintf(value, sizeof(value), "%lld", (long long)v);
	return (struct dt_macro){ quoted ? DT_MACRO_STRING : DT_MACRO_INT,
		dt_lang_strdup(la, value) };
}

void dt_macro_unused(struct dt_lang *la)
{
	int last = la->la_argc - 1;

	if (last < 1 || la->la_argused >= (uint32_t)last || dt_opt(la->la_opts, DT_OPT_ARGREF) > 0)
		return;
	dt_lang_error(la, NULL, D_MACRO_UNUSED, "extraneous argument '%s' ($%d is not referenced)",
		!la->la_argv[last] ? "" : la->la_argv[last], last);
}
