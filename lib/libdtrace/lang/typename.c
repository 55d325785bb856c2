/* Spellings of types: "struct proc *", "unsigned long", "char [16]", read and written. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include "basetype.h"

static const struct {
	const char *name;
	unsigned word;
} words[] = {
	{ "void", BT_VOID },
	{ "char", BT_CHAR },
	{ "short", BT_SHORT },
	{ "int", BT_INT },
	{ "long", BT_LONG },
	{ "signed", BT_SIGNED },
	{ "unsigned", BT_UNSIGNED },
	{ "float", BT_FLOAT },
	{ "double", BT_DOUBLE },
	{ "__int128", BT_INT128 },
};

unsigned dt_basetype_word(const char *word, size_t len)
{
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (strlen(words[i].name) == len && memcmp(words[i].name, word, len) == 0)
			return words[i].word;
	return 0;
}

int dt_basetype_add(unsigned *set, unsigned word)
{
	if (word == BT_LONG && (*set & BT_LONG)) {
		if (*set & BT_LONGLONG)
			return -1;
		word = BT_LONGLONG;
	}
	if (*set & word)
		return -1;
	*set |= word;
	return 0;
}

const char *dt_basetype_name(unsigned set)
{
	bool sgn = set & BT_SIGNED, uns = set & BT_UNSIGNED;

	if (sgn && uns)
		return NULL;
	switch (set & ~(BT_SIGNED | BT_UNSIGNED)) {
	case BT_VOID: return sgn || uns ? NULL : "void";
	case BT_CHAR: return uns ? "unsigned char" : sgn ? "signed char" : "char";
	case BT_SHORT:
	case BT_SHORT | BT_INT: return uns ? "unsigned short" : "short";
	case 0: return uns ? "unsigned int" : sgn ? "int" : NULL;
	case BT_INT: return uns ? "unsigned int" : "int";
	case BT_LONG:
	case BT_LONG | BT_INT: return uns ? "unsigned long" : "long";
	case BT_LONG | BT_LONGLONG:
	case BT_LONG | BT_LONGLONG | BT_INT: return uns ? "unsigned long long" : "long long";
	case BT_INT128: return uns ? "unsigned __int128" : "__int128";
	case BT_FLOAT: return sgn || uns ? NULL : "float";
	case BT_DOUBLE: return sgn || uns ? NULL : "double";
	case BT_DOUBLE | BT_LONG: return sgn || uns ? NULL : "long double";
	default: return NULL;
	}
}

/* Reading. */

#define MAXNAME 192

struct reader {
	struct dt_types *re_ts;
	bool re_text; /* the name stands in the text that is parsed */
	const char *re_p;
	unsigned re_words;
	bool re_const, re_volatile, re_userland;
	const struct dt_type *re_type;
};

static void skip_blank(struct reader *re)
{
	while (isspace((unsigned char)*re->re_p))
		re->re_p++;
}

static size_t take_word(struct reader *re, char *buf)
{
	size_t n = 0;

	skip_blank(re);
	while (isalnum((unsigned char)re->re_p[n]) || re->re_p[n] == '_' || re->re_p[n] == '`')
		n++;
	if (n == 0 || n >= MAXNAME || isdigit((unsigned char)*re->re_p))
		return 0;
	memcpy(buf, re->re_p, n);
	buf[n] = '\0';
	re->re_p += n;
	return n;
}

static int tag_kind(const char *word)
{
	return strcmp(word, "struct") == 0 ? TY_STRUCT :
		strcmp(word, "union") == 0 ? TY_UNION :
		strcmp(word, "enum") == 0  ? TY_ENUM :
					     -1;
}

static bool take_qualifier(struct reader *re, const char *word)
{
	if (strcmp(word, "const") == 0)
		return re->re_const = true;
	if (strcmp(word, "volatile") == 0)
		return re->re_volatile = true;
	if (strcmp(word, "userland") == 0)
		return re->re_userland = true;
	return strcmp(word, "restrict") == 0;
}

/* Whether a type of that scope may be named with the prefix: D finds the base types, too. */
static bool is_scope(const char *prefix, size_t n, const char *scope)
{
	return (strlen(scope) == n && strncmp(scope, prefix, n) == 0) ||
		(n == 1 && *prefix == 'D' && strcmp(scope, "C") == 0);
}

/* `` D`name `` and `` C`name ``: only a type of the named scope. */
static const struct dt_type *scoped(const struct reader *re, int kind, const char *name)
{
	const char *tick = strrchr(name, '`'), *last = !tick ? name : tick + 1;
	const struct dt_type *ty;

	ty = kind >= 0	    ? dt_types_lookup_tag(re->re_ts, kind, last) :
		re->re_text ? dt_types_typedef_in_text(re->re_ts, last) :
			      dt_types_lookup_typedef(re->re_ts, last);
	if (!ty || !tick)
		return ty;
	return is_scope(name, (size_t)(tick - name), ty->ty_scope) ? ty : NULL;
}

static bool read_specifier(struct reader *re, const char *word, size_t len)
{
	unsigned bt = dt_basetype_word(word, len);
	int kind = tag_kind(word);
	char tag[MAXNAME];

	if (bt != 0)
		return !re->re_type && dt_basetype_add(&re->re_words, bt) == 0;
	if (take_qualifier(re, word))
		return true;
	if (re->re_type || re->re_words != 0)
		return false;
	if (kind >= 0 && take_word(re, tag) == 0)
		return false;
	re->re_type = scoped(re, kind, kind >= 0 ? tag : word);
	return re->re_type != NULL;
}

static const struct dt_type *qualify(struct reader *re, const struct dt_type *ty)
{
	if (re->re_const)
		ty = dt_type_qualified(re->re_ts, ty, TY_CONST);
	if (re->re_volatile)
		ty = dt_type_qualified(re->re_ts, ty, TY_VOLATILE);
	re->re_const = re->re_volatile = false;
	return ty;
}

static const struct dt_type *read_dimensions(struct reader *re, const struct dt_type *ty, int depth)
{
	uint64_t n = 0;

	skip_blank(re);
	if (*re->re_p != '[' || depth > 16)
		return ty;
	for (re->re_p++; isdigit((unsigned char)*re->re_p) && n < UINT32_MAX; re->re_p++)
		n = n * 10 + (*re->re_p - '0');
	if (*re->re_p != ']')
		return NULL;
	re->re_p++;
	ty = read_dimensions(re, ty, depth + 1);
	return !ty ? NULL : dt_type_array(re->re_ts, ty, n);
}

static const struct dt_type *read_declarator(struct reader *re, const struct dt_type *ty)
{
	char word[MAXNAME];
	bool user = re->re_userland;

	for (skip_blank(re); *re->re_p == '*' && ty->ty_depth < DT_TYPE_MAXDEPTH; skip_blank(re)) {
		re->re_p++;
		ty = dt_type_pointer(re->re_ts, ty);
		if (user)
			ty = dt_type_userland(re->re_ts, ty);
		while (take_word(re, word) != 0)
			if (!take_qualifier(re, word))
				return NULL;
		ty = qualify(re, ty);
	}
	return read_dimensions(re, ty, 0);
}

static const struct dt_type *read_type(struct dt_types *ts, const char *name, bool text)
{
	struct reader re = { .re_ts = ts, .re_p = name, .re_text = text };
	const struct dt_type *ty;
	char word[MAXNAME];
	size_t n;

	if (strcmp(name, "<DYN>") == 0)
		return dt_types_lookup_typedef(ts, name);
	while ((n = take_word(&re, word)) != 0)
		if (!read_specifier(&re, word, n))
			return NULL;
	if (re.re_words != 0) {
		name = dt_basetype_name(re.re_words);
		re.re_type = !name ? NULL : dt_types_lookup_typedef(ts, name);
	}
	if (!re.re_type)
		return NULL;
	ty = read_declarator(&re, qualify(&re, re.re_type));
	skip_blank(&re);
	return *re.re_p == '\0' ? ty : NULL;
}

const struct dt_type *dt_types_lookup(struct dt_types *ts, const char *name)
{
	return read_type(ts, name, false);
}

const struct dt_type *dt_types_in_text(struct dt_types *ts, const char *name)
{
	return read_type(ts, name, true);
}

/* Writing: the words before the name go to pre, those after it to post. */

#define NAMEBUF 512

struct speller {
	char sp_pre[NAMEBUF], sp_post[NAMEBUF], sp_quals[32];
};

static void put_front(char *buf, const char *s)
{
	size_t n = strlen(s), have = strlen(buf);

	if (n + have >= NAMEBUF)
		return;
	memmove(buf + n, buf, have + 1);
	memcpy(buf, s, n);
}

static void put_back(char *buf, const char *s)
{
	size_t have = strlen(buf);

	snprintf(buf + have, NAMEBUF - have, "%s", s);
}

static void spell_params(struct speller *sp, const struct dt_type *fn)
{
	char one[128];

	put_back(sp->sp_post, "(");
	for (const struct dt_param *p = fn->ty_u.params; p; p = p->pr_next) {
		dt_type_name(p->pr_type, one, sizeof(one));
		put_back(sp->sp_post, one);
		if (p->pr_next)
			put_back(sp->sp_post, ", ");
	}
	if (fn->ty_varargs)
		put_back(sp->sp_post, fn->ty_u.params ? ", ..." : "...");
	put_back(sp->sp_post, ")");
}

static void spell_pointer(struct speller *sp, const struct dt_type *ty)
{
	enum dt_tkind to = ty->ty_ref->ty_kind;

	put_front(sp->sp_pre, ty->ty_userland ? "userland *" : "*");
	if (to == TY_ARRAY || to == TY_FUNCTION) {
		put_front(sp->sp_pre, "(");
		put_back(sp->sp_post, ")");
	}
}

static void spell_qualifier(struct speller *sp, const struct dt_type *ty)
{
	static const char *const word[] = { "const ", "volatile ", "restrict " };

	switch (ty->ty_ref->ty_kind) {
	case TY_POINTER:
	case TY_ARRAY:
	case TY_FUNCTION: put_front(sp->sp_pre, word[ty->ty_kind - TY_CONST]); break;
	default:
		if (strlen(sp->sp_quals) + 10 < sizeof(sp->sp_quals))
			strcat(sp->sp_quals, word[ty->ty_kind - TY_CONST]);
	}
}

static void spell_leaf(struct speller *sp, const struct dt_type *ty)
{
	enum dt_tkind kind = ty->ty_kind == TY_FORWARD ? ty->ty_u.fwd : ty->ty_kind;
	char leaf[256];

	snprintf(leaf, sizeof(leaf), "%s%s%s%s", sp->sp_quals,
		kind == TY_STRUCT	 ? "struct " :
			kind == TY_UNION ? "union " :
			kind == TY_ENUM	 ? "enum " :
					   "",
		!ty->ty_name ? "{...}" : ty->ty_name, sp->sp_pre[0] == '\0' ? "" : " ");
	put_front(sp->sp_pre, leaf);
}

char *dt_type_name(const struct dt_type *ty, char *buf, size_t size)
{
	struct speller sp = { "", "", "" };
	char dim[32];

	for (;; ty = ty->ty_ref) {
		switch (ty->ty_kind) {
		case TY_POINTER: spell_pointer(&sp, ty); continue;
		case TY_ARRAY:
			snprintf(dim, sizeof(dim), ty->ty_nelems ? "[%llu]" : "[]",
				(unsigned long long)ty->ty_nelems);
			put_back(sp.sp_post, dim);
			continue;
		case TY_FUNCTION: spell_params(&sp, ty); continue;
		case TY_CONST:
		case TY_VOLATILE:
		case TY_RESTRICT: spell_qualifier(&sp, ty); continue;
		default: break;
		}
		break;
	}
	spell_leaf(&sp, ty);
	for (size_t n = strlen(sp.sp_pre); n > 0 && sp.sp_pre[n - 1] == ' '; n--)
		sp.sp_pre[n - 1] = '\0';
	snprintf(buf, size, "%s%s%s", sp.sp_pre, sp.sp_post[0] == '[' && sp.sp_pre[0] ? " " : "",
		sp.sp_post);
	return buf;
}
