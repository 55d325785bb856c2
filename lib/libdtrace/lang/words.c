/* What a word is in its context: keyword, type, name, probe description. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include "basetype.h"
#include "cword.h"
#include "words.h"

static const struct keyword {
	const char *name;
	int token;
} keywords[] = {
	/* sorted */
	{ "__builtin_offsetof", OFFSETOF }, /* what <stddef.h> makes of it */
	{ "auto", AUTO },
	{ "break", RESERVED },
	{ "case", RESERVED },
	{ "char", BASEWORD },
	{ "const", CONST },
	{ "continue", RESERVED },
	{ "counter", RESERVED },
	{ "default", RESERVED },
	{ "do", RESERVED },
	{ "double", BASEWORD },
	{ "else", ELSE },
	{ "enum", ENUM },
	{ "extern", EXTERN },
	{ "float", BASEWORD },
	{ "for", RESERVED },
	{ "goto", RESERVED },
	{ "if", IF },
	{ "import", RESERVED },
	{ "inline", INLINE },
	{ "int", BASEWORD },
	{ "long", BASEWORD },
	{ "offsetof", OFFSETOF },
	{ "probe", PROBE },
	{ "provider", PROVIDER },
	{ "register", AUTO },
	{ "restrict", RESTRICT },
	{ "return", RESERVED },
	{ "self", SELF },
	{ "short", BASEWORD },
	{ "signed", BASEWORD },
	{ "sizeof", SIZEOF },
	{ "static", AUTO },
	{ "string", STRINGTYPE },
	{ "stringof", STRINGOF },
	{ "struct", STRUCT },
	{ "switch", RESERVED },
	{ "this", THIS },
	{ "translator", TRANSLATOR },
	{ "typedef", TYPEDEF },
	{ "union", UNION },
	{ "unsigned", BASEWORD },
	{ "userland", USERLAND },
	{ "void", BASEWORD },
	{ "volatile", VOLATILE },
	{ "while", RESERVED },
	{ "xlate", XLATE },
};

static int by_name(const void *key, const void *elem)
{
	return strcmp(key, ((const struct keyword *)elem)->name);
}

static int keyword(const char *s)
{
	const struct keyword *k = bsearch(s, keywords, sizeof(keywords) / sizeof(keywords[0]),
		sizeof(keywords[0]), by_name);

	return !k ? 0 : k->token;
}

static size_t skip_blank(struct dt_lang *la, size_t off)
{
	const struct dt_parse *ps = la->la_parse;

	while (off < ps->ps_len && isspace((unsigned char)ps->ps_text[off]))
		off++;
	return off;
}

/* The text after the current match and blanks. NUL-terminated. */
static const char *ahead(struct dt_lang *la)
{
	return la->la_parse->ps_text + skip_blank(la, la->la_parse->ps_off);
}

bool dt_word_ends_predicate(struct dt_lang *la, const struct dt_loc *loc)
{
	struct dt_parse *ps = la->la_parse;
	size_t off = skip_blank(la, ps->ps_prevoff + 1);

	if (off < ps->ps_len && !memchr(";{/", ps->ps_text[off], 3))
		return false;
	if (ps->ps_paren != 0)
		dt_lang_error(la, loc, D_SYNTAX, "unbalanced parentheses or brackets in predicate");
	return true;
}

static bool opens_assignment(const char *p)
{
	return *p == '[' || (p[0] == '=' && p[1] != '=') || (p[0] == '+' && p[1] == '+') ||
		(p[0] == '-' && p[1] == '-');
}

/* After one of these tokens a word is a declared name, a member or a tag. */
static bool names_thing(const struct dt_parse *ps)
{
	switch (ps->ps_prevtok) {
	case BASEWORD:
	case STRINGTYPE:
	case TNAME:
	case '*':
	case '}':
	case '.':
	case ARROW:
	case STRUCT:
	case UNION:
	case ENUM:
	case PROVIDER:
	case ATTR:
	case PROBE: return true;
	case IDENT: /* struct tag NAME */
		return ps->ps_prevtok2 == STRUCT || ps->ps_prevtok2 == UNION ||
			ps->ps_prevtok2 == ENUM || ps->ps_prevtok2 == ATTR;
	case ',': return ps->ps_mode == DT_DECL && ps->ps_paren == 0;
	default: return false;
	}
}

bool dt_word_takes_attr(const struct dt_parse *ps)
{
	switch (ps->ps_prevtok) {
	case '}':
	case ATTR:
	case STRUCT:
	case UNION: return true;
	case IDENT: /* but no tag */
		if (ps->ps_prevtok2 == STRUCT || ps->ps_prevtok2 == UNION ||
			ps->ps_prevtok2 == ENUM || ps->ps_prevtok2 == ATTR)
			return false;
		return ps->ps_brace > 0 && ps->ps_paren == 0;
	case ']': return ps->ps_brace > 0 && ps->ps_paren == 0;
	default: return false;
	}
}

static bool is_type(struct dt_lang *la, const char *s)
{
	struct dt_parse *ps = la->la_parse;

	if (names_thing(ps) || dt_ident_lookup(la->la_globals, s) || dt_names_has(la, s))
		return false;
	if (!dt_types_typedef_in_text(la->la_types, s))
		return false;
	if (ps->ps_mode != DT_DECL && opens_assignment(ahead(la))) {
		dt_names_add(la, s);
		return false;
	}
	return true;
}

static int plain_word(struct dt_lang *la, DT_GRAMSTYPE *val, const char *s, size_t n)
{
	val->str = dt_lex_text(la, s, n);
	return is_type(la, val->str.s) ? TNAME : IDENT;
}

static const char *join(struct dt_lang *la, const char *scope, const char *name)
{
	char *s = dt_lang_alloc(la, strlen(scope) + strlen(name) + 2);

	return strcat(strcat(strcpy(s, scope), "`"), name);
}

int dt_word_plain(struct dt_lang *la, DT_GRAMSTYPE *val, const char *s, size_t n)
{
	struct dt_parse *ps = la->la_parse;
	int tok = dt_in_header(la) ? dt_cword(la, val, s) : DT_CWORD_NONE;

	if (ps->ps_scope) {
		val->str.s = join(la, ps->ps_scope, s);
		val->str.len = strlen(val->str.s);
		ps->ps_scope = NULL;
		return IDENT;
	}
	if (tok != DT_CWORD_NONE)
		return tok;
	tok = keyword(s);
	if (tok != 0 && dt_in_header(la) && ps->ps_mode == DT_DECL && !ps->ps_init &&
		names_thing(ps) && dt_cword_is_free(s))
		return plain_word(la, val, s, n);
	if (tok == BASEWORD)
		val->word = dt_basetype_word(s, n);
	return tok != 0 ? tok : plain_word(la, val, s, n);
}

/*
 * Names of a process: pid1234`name, pid$target`libc`name; pid`name means the target. Returns the
 * name with the number of the process, or NULL if it is not such a name.
 */
static const char *process_name(struct dt_lang *la, const struct dt_loc *loc, const char *s)
{
	size_t n = strcspn(s, "`");
	const char *pid = s + 3;
	char *scope;

	if (strncmp(s, "pid", 3) != 0 ||
		(*pid != '`' && *pid != '$' && !isdigit((unsigned char)*pid)))
		return NULL;
	if (*pid == '`')
		pid = dt_macro_get(la, loc, "$target", 7, false).ma_text;
	else if (*pid == '$')
		pid = dt_macro_get(la, loc, pid, n - 3, false).ma_text;
	else
		pid = dt_lex_text(la, pid, n - 3).s;
	if (strspn(pid, "0123456789") != strlen(pid) || strlen(pid) > 10 || !strcmp(pid, "0"))
		dt_lang_error(la, loc, D_PROC_BADPID,
			"%s names no process: pid$target needs -c or -p, pid1234 a number", s);
	scope = dt_lang_alloc(la, strlen(pid) + 4);
	return join(la, strcat(strcpy(scope, "pid"), pid), s + n + 1);
}

/* Whether what follows, stars and a parenthesis, makes the word the type of a cast. */
static bool closes_cast(const char *p)
{
	size_t n = strspn(p, "* \t\n");

	return memchr(p, '*', n) && p[n] == ')';
}

/* STRUCT and the like of `` pid1234`struct tag ``, whose scope is kept for the tag; otherwise 0. */
static int process_keyword(struct dt_lang *la, const char *name)
{
	const char *tick = strrchr(name, '`');
	int tok = keyword(tick + 1);

	if (tok != STRUCT && tok != UNION && tok != ENUM)
		return 0;
	la->la_parse->ps_scope = dt_lex_text(la, name, (size_t)(tick - name)).s;
	return tok;
}

static int process_word(struct dt_lang *la, DT_GRAMSTYPE *val, const struct dt_loc *loc,
	const char *name)
{
	struct dt_parse *ps = la->la_parse;
	int tok = process_keyword(la, name);
	const char *why;

	if (tok)
		return tok;
	val->str.s = name;
	val->str.len = strlen(name);
	if (ps->ps_prevtok == STRUCT || ps->ps_prevtok == UNION || ps->ps_prevtok == ENUM)
		return IDENT;
	if (names_thing(ps))
		return SYM;
	if (dt_types_of_process(la->la_types, TY_TYPEDEF, name, &why))
		return TNAME;
	if (closes_cast(ahead(la)))
		dt_lang_error(la, loc, D_SYM_NOTYPES, "no type %s is known: %s", name, why);
	return SYM;
}

int dt_word_scoped(struct dt_lang *la, DT_GRAMSTYPE *val, const struct dt_loc *loc, const char *s,
	size_t n)
{
	struct dt_parse *ps = la->la_parse;
	const char *process;

	val->str = dt_lex_text(la, s, n);
	process = process_name(la, loc, val->str.s);
	if (process)
		return process_word(la, val, loc, process);
	if (ps->ps_prevtok == STRUCT || ps->ps_prevtok == UNION || ps->ps_prevtok == ENUM)
		return IDENT;
	if (!names_thing(ps) && *s != '`' && dt_types_in_text(la->la_types, val->str.s))
		return TNAME;
	return SYM;
}

int dt_word_macro(struct dt_lang *la, DT_GRAMSTYPE *val, const struct dt_loc *loc, const char *s,
	size_t n)
{
	struct dt_macro ma = dt_macro_get(la, loc, s, n, false);
	size_t len = strlen(ma.ma_text);

	switch (ma.ma_kind) {
	case DT_MACRO_INT:
		val->node = dt_literal_int(la, loc, ma.ma_text, len);
		if (n == 7 && !memcmp(s, "$target", 7) && dt_opt(la->la_opts, DT_OPT_FOLLOW) > 0)
			val->node->dn_flags |= DNF_TARGET;
		return INT;
	case DT_MACRO_WORD: return dt_word_plain(la, val, ma.ma_text, len);
	default: val->str = dt_lex_text(la, ma.ma_text, len); return STRING;
	}
}

static bool opens_declaration(struct dt_lang *la, int tok, bool pspec)
{
	const char *next = ahead(la);

	switch (tok) {
	case RESERVED:
	case IF:
	case ELSE:
	case SIZEOF:
	case OFFSETOF:
	case STRINGOF:
	case XLATE:
	case PROBE: return false;
	case STRUCT:
	case UNION:
	case ENUM: return true;
	default:
		return !pspec ||
			(*next != '\0' && (isalpha((unsigned char)*next) || strchr("_*(", *next)));
	}
}

/* A type of a process, at the top level. */
static int process_top(struct dt_lang *la, DT_GRAMSTYPE *val, const char *w)
{
	struct dt_loc loc = dt_lex_here(la);
	const char *name = strchr(w, '`') ? process_name(la, &loc, w) : NULL, *why;
	int tok = name ? process_keyword(la, name) : 0;

	if (!name || tok)
		return tok;
	val->str.s = name;
	val->str.len = strlen(name);
	return dt_types_of_process(la->la_types, TY_TYPEDEF, name, &why) ? TNAME : 0;
}

/*
 * A word at the top level is a probe description, unless it is a keyword or the name of a type. In
 * a file "int*" is a type and a star, on the command line it is a pattern. There, the bare name of
 * a type begins a declaration only if a name, '*' or '(' follows.
 */
int dt_word_top(struct dt_lang *la, DT_GRAMSTYPE *val, const char *s, size_t n, size_t *keep)
{
	size_t len = strcspn(s, "*");
	bool pspec = la->la_context != CTX_FILE && la->la_context != CTX_LIBRARY;
	char *w;
	int tok;

	val->str = dt_lex_text(la, s, n);
	if (dt_opt(la->la_opts, DT_OPT_PSPEC) > 0)
		pspec = true;
	if (memchr(s, ':', n) || len == 0 || (len < n && pspec))
		return PSPEC;
	w = (char *)dt_lex_text(la, s, len).s;
	tok = dt_in_header(la) ? dt_cword(la, val, w) : DT_CWORD_NONE;
	if (tok != DT_CWORD_NONE) {
		*keep = len;
		return tok;
	}
	tok = process_top(la, val, w);
	if (tok != 0) {
		*keep = len;
		return tok;
	}
	tok = keyword(w);
	if (tok == 0 && !dt_types_in_text(la->la_types, w))
		return PSPEC;
	if (!opens_declaration(la, tok, pspec))
		return PSPEC;
	*keep = len;
	if (tok == BASEWORD)
		val->word = dt_basetype_word(w, len);
	else if (tok == 0)
		val->str = dt_lex_text(la, w, len);
	return tok == 0 ? TNAME : tok;
}
