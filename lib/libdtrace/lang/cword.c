/*
 * The C of header files, as far as the preprocessor leaves it: words for the types of D that have
 * another spelling, and words that don't matter to types. They are known in included files only
 * (ps_includes), so that a program's own text has D's rules and messages.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include "basetype.h"
#include "cword.h"

static const struct cword {
	const char *name;
	int token;
	const char *as; /* of a base word: its spelling in D */
} cwords[] = {
	{ "_Alignas", DT_CWORD_PARENS, NULL },
	{ "_Alignof", ALIGNOF, NULL },
	{ "_Complex", DT_CWORD_SKIP, NULL },
	{ "_Noreturn", DT_CWORD_SKIP, NULL },
	{ "_Static_assert", DT_CWORD_PARENS, NULL },
	{ "_Thread_local", DT_CWORD_SKIP, NULL },
	{ "__alignof", ALIGNOF, NULL },
	{ "__alignof__", ALIGNOF, NULL },
	{ "__asm", DT_CWORD_PARENS, NULL },
	{ "__asm__", DT_CWORD_PARENS, NULL },
	{ "__attribute", DT_CWORD_ATTR, NULL },
	{ "__attribute__", DT_CWORD_ATTR, NULL },
	{ "__const", CONST, NULL },
	{ "__const__", CONST, NULL },
	{ "__extension__", DT_CWORD_SKIP, NULL },
	{ "__inline", DT_CWORD_SKIP, NULL },
	{ "__inline__", DT_CWORD_SKIP, NULL },
	{ "__int128", BASEWORD, "__int128" },
	{ "__int128_t", BASEWORD, "__int128" },
	{ "__restrict", DT_CWORD_SKIP, NULL },
	{ "__restrict__", DT_CWORD_SKIP, NULL },
	{ "__signed", BASEWORD, "signed" },
	{ "__signed__", BASEWORD, "signed" },
	{ "__thread", DT_CWORD_SKIP, NULL },
	{ "__volatile", VOLATILE, NULL },
	{ "__volatile__", VOLATILE, NULL },
	{ "asm", DT_CWORD_PARENS, NULL },
	{ "auto", DT_CWORD_SKIP, NULL },
	{ "register", DT_CWORD_SKIP, NULL },
	{ "restrict", DT_CWORD_SKIP, NULL },
	{ "static", EXTERN, NULL },
};

int dt_cword(struct dt_lang *la, DT_GRAMSTYPE *val, const char *s)
{
	const struct dt_parse *ps = la->la_parse;

	/* the word begins an inline of D only where a declaration begins */
	if (strcmp(s, "inline") == 0)
		return ps->ps_mode == DT_DECL ? DT_CWORD_SKIP : DT_CWORD_NONE;
	for (size_t i = 0; i < sizeof(cwords) / sizeof(cwords[0]); i++) {
		const struct cword *cw = &cwords[i];

		if (strcmp(cw->name, s) != 0)
			continue;
		if (cw->as)
			val->word = dt_basetype_word(cw->as, strlen(cw->as));
		return cw->token;
	}
	return DT_CWORD_NONE;
}

bool dt_cword_is_free(const char *s)
{
	static const char *const words[] = { "counter", "import", "offsetof", "probe", "provider",
		"self", "string", "stringof", "this", "translator", "userland", "xlate" };

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (strcmp(words[i], s) == 0)
			return true;
	return false;
}

/* Returns the text after the word, which may have underscores around it, or NULL. */
static const char *find_word(const char *text, const char *word)
{
	size_t n = strlen(word);
	const char *p = text;

	while ((p = strstr(p, word))) {
		const char *end = p + n;

		if ((p == text || !isalnum((unsigned char)p[-1])) && !isalnum((unsigned char)*end))
			return end + strspn(end, "_");
		p = end;
	}
	return NULL;
}

/* A number, the size of a type or, if that is all, the largest alignment. Moves *p behind it. */
static uint64_t read_factor(struct dt_types *ts, const char **p)
{
	char name[64];
	const struct dt_type *ty;
	char *end;
	size_t n;
	uint64_t v;

	*p += strspn(*p, " \t\n(*");
	if (strncmp(*p, "sizeof", 6) != 0) {
		v = strtoul(*p, &end, 0);
		*p = end + strspn(end, "uUlL");
		return v;
	}
	*p += 6;
	*p += strspn(*p, " \t\n(");
	n = strcspn(*p, ")");
	if (n >= sizeof(name))
		return 0;
	memcpy(name, *p, n);
	name[n] = '\0';
	*p += n + ((*p)[n] == ')');
	ty = dt_types_in_text(ts, name);
	return ty ? dt_type_size(ts, ty) : 0;
}

#define MAX_ALIGN 4096
#define DEFAULT_ALIGN 16

/* Of aligned(8), aligned(4 * sizeof(long)) and aligned; p is after the word. */
static uint32_t read_align(struct dt_types *ts, const char *p)
{
	uint64_t v = 1;

	p += strspn(p, " \t\n");
	if (*p != '(')
		return DEFAULT_ALIGN;
	do {
		v *= read_factor(ts, &p);
		p += strspn(p, " \t\n");
	} while (*p == '*' && v <= MAX_ALIGN);
	return v & (v - 1) || v > MAX_ALIGN ? 0 : (uint32_t)v;
}

bool dt_cword_attr(struct dt_types *ts, struct dt_attrs *at, const char *s, size_t n)
{
	char text[256];
	const char *p;

	if (n >= sizeof(text))
		return false;
	memcpy(text, s, n);
	text[n] = '\0';
	p = find_word(text, "aligned");
	*at = (struct dt_attrs){ .at_packed = find_word(text, "packed"),
		.at_aligned = p ? read_align(ts, p) : 0 };
	return at->at_packed || at->at_aligned;
}
