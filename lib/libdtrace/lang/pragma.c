/* Control lines: #pragma, #line, #error, #ident. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "control.h"
#include "parse.h"

struct line {
	struct dt_lang *li_la;
	const struct dt_loc *li_loc;
	struct dt_control li_co;
};

static _Noreturn void malformed(struct line *li, const char *what)
{
	dt_lang_error(li->li_la, li->li_loc, D_PRAGMA_MALFORM, "malformed #pragma: %s", what);
}

/* The next word of the line, copied to the compilation's arena, or NULL. */
static char *next(struct line *li)
{
	size_t n;
	const char *s = dt_control_word(&li->li_co, &n);
	char *w;

	if (!s)
		return NULL;
	w = dt_lang_alloc(li->li_la, n + 1);
	memcpy(w, s, n);
	return w;
}

static char *need(struct line *li, const char *what)
{
	char *w = next(li);

	if (!w)
		malformed(li, what);
	return w;
}

static void at_end(struct line *li, const char *what)
{
	if (next(li))
		malformed(li, what);
}

/* #pragma D option name=value */

static void pragma_option(struct line *li)
{
	char *name = need(li, "option name expected"), *value = strchr(name, '=');
	const char *err;

	at_end(li, "one option of the form name or name=value expected");
	if (value)
		*value++ = '\0';
	err = dt_options_set(li->li_la->la_opts, name, value, DT_FROM_PRAGMA);
	if (err)
		dt_lang_error(li->li_la, li->li_loc, D_PRAGMA_OPTSET,
			"failed to set option '%s'%s%s%s: %s", name, !value ? "" : " to '",
			!value ? "" : value, !value ? "" : "'", err);
}

/*
 * Options apply to the whole program, so they are set before it is parsed. The parser sets them
 * again at their line, and reports errors there.
 */
static void prescan_one(void *arg, struct dt_control *co)
{
	struct dt_lang *la = arg;
	char buf[256], *value;
	const char *s;
	size_t n;

	if (!dt_control_is(co, "pragma") || !dt_control_is(co, "D") || !dt_control_is(co, "option"))
		return;
	s = dt_control_word(co, &n);
	if (!s || n >= sizeof(buf))
		return;
	memcpy(buf, s, n);
	buf[n] = '\0';
	if (dt_control_word(co, &n))
		return;
	value = strchr(buf, '=');
	if (value)
		*value++ = '\0';
	(void)dt_options_set(la->la_opts, buf, value, DT_FROM_PRAGMA);
}

void dt_pragma_prescan(struct dt_lang *la, const char *text, size_t n)
{
	dt_control_each(text, n, prescan_one, la);
}

/* #pragma D attributes, binding */

static const char *const levels[] = { "Internal", "Private", "Obsolete", "External", "Unstable",
	"Evolving", "Stable", "Standard" };
static const char *const classes[] = { "Unknown", "CPU", "Platform", "Group", "ISA", "Common" };

static int find(const char *const *names, int count, const char *s, size_t n)
{
	for (int i = 0; i < count; i++)
		if (strlen(names[i]) == n && strncasecmp(names[i], s, n) == 0)
			return i;
	return -1;
}

static struct dt_attr attributes(struct line *li)
{
	const char *text = need(li, "attributes expected"), *s = text;
	size_t a = strcspn(s, "/"), b, c;
	int name, data, class;

	name = find(levels, 8, s, a);
	s += a + (s[a] == '/');
	b = strcspn(s, "/");
	data = find(levels, 8, s, b);
	s += b + (s[b] == '/');
	c = strlen(s);
	class = find(classes, 6, s, c);
	if (name < 0 || data < 0 || class < 0)
		dt_lang_error(li->li_la, li->li_loc, D_PRAGMA_INVAL, "invalid attributes \"%s\"",
			text);
	return (struct dt_attr){ (uint8_t)name, (uint8_t)data, (uint8_t) class };
}

static void apply(struct dt_ident *id, const struct dt_pragma *pg)
{
	if (pg->pg_hasattr) {
		id->id_attr = pg->pg_attr;
		id->id_flags |= IDF_ATTR;
	}
	if (pg->pg_version != 0)
		id->id_version = pg->pg_version;
}

void dt_pragma_apply(struct dt_lang *la, struct dt_ident *id)
{
	struct dt_pragma **p = &la->la_parse->ps_pragmas, *pg;

	while ((pg = *p)) {
		if (strcmp(pg->pg_ident, id->id_name) == 0) {
			apply(id, pg);
			*p = pg->pg_next;
		} else {
			p = &pg->pg_next;
		}
	}
}

void dt_pragma_unused(struct dt_lang *la)
{
	for (const struct dt_pragma *pg = la->la_parse->ps_pragmas; pg; pg = pg->pg_next)
		if (!dt_names_has(la, pg->pg_ident))
			dt_lang_error(la, &pg->pg_loc, D_PRAGMA_UNUSED,
				"#pragma refers to %s, which is never declared", pg->pg_ident);
}

/* The identifier may be declared before or after the line, but must be in the same text. */
static void on_ident(struct line *li, struct dt_pragma pragma)
{
	struct dt_lang *la = li->li_la;
	struct dt_ident *id = dt_ident_lookup(la->la_globals, pragma.pg_ident);
	struct dt_pragma *pg;

	at_end(li, "superfluous words");
	if (id && id->id_seq <= la->la_mark.mk_seq)
		dt_lang_error(la, li->li_loc, D_PRAGMA_SCOPE,
			"#pragma cannot be applied to an identifier of another "
			"text: %s",
			id->id_name);
	if (id) {
		apply(id, &pragma);
		return;
	}
	pg = dt_lang_alloc(la, sizeof(*pg));
	*pg = pragma;
	pg->pg_loc = *li->li_loc;
	pg->pg_next = la->la_parse->ps_pragmas;
	la->la_parse->ps_pragmas = pg;
}

static void pragma_attributes(struct line *li)
{
	static const char *const parts[] = { "provider", "module", "function", "name", "args" };
	struct dt_attr at = attributes(li);
	char *word = need(li, "identifier expected"), *part;
	int which;

	if (strcmp(word, "provider") != 0) {
		on_ident(li,
			(struct dt_pragma){ .pg_ident = word, .pg_attr = at, .pg_hasattr = true });
		return;
	}
	word = need(li, "provider name expected");
	part = need(li, "provider, module, function, name or args expected");
	at_end(li, "superfluous words");
	which = find(parts, 5, part, strlen(part));
	if (which < 0)
		malformed(li, "provider, module, function, name or args expected");
	dt_provattrs_set(li->li_la, word, (unsigned)which, at);
}

/* Parses x.y or x.y.z, and packs it as the options do. Returns 0 for anything else. */
static uint32_t version_of(const char *s)
{
	unsigned part[3] = { 0, 0, 0 };
	int end = 0;

	if (sscanf(s, "%3u.%3u.%3u%n", &part[0], &part[1], &part[2], &end) != 3)
		if (sscanf(s, "%3u.%3u%n", &part[0], &part[1], &end) != 2)
			return 0;
	return s[end] == '\0' ? DT_VERSION(part[0], part[1], part[2]) : 0;
}

static void pragma_binding(struct line *li)
{
	char *version = need(li, "version expected");
	size_t n = strlen(version);
	uint32_t v;

	if (n < 2 || version[0] != '"' || version[n - 1] != '"')
		malformed(li, "version in quotes expected");
	version[n - 1] = '\0';
	v = version_of(version + 1);
	if (v == 0)
		dt_lang_error(li->li_la, li->li_loc, D_PRAGMA_INVAL,
			"invalid version string \"%s\"", version + 1);
	on_ident(li,
		(struct dt_pragma){ .pg_ident = need(li, "identifier expected"), .pg_version = v });
}

/* #pragma D depends_on CLASS NAME */

static bool is_present(struct dt_lang *la, int field, const char *name)
{
	struct dt_pdesc pd = { { "", "", "", "" }, 0 };
	struct dt_probeinfo pi;
	bool multi;

	pd.pd_field[field] = name;
	return la->la_env.le_probes &&
		la->la_env.le_probes(la->la_env.le_arg, &pd, &pi, &multi) != 0;
}

static void pragma_depends(struct line *li)
{
	struct dt_lang *la = li->li_la;
	char *class = need(li, "class expected"), *name = need(li, "name expected");
	bool library = strcmp(class, "library") == 0, provider = strcmp(class, "provider") == 0;

	at_end(li, "superfluous words");
	if (!library && !provider && strcmp(class, "module") != 0)
		dt_lang_error(la, li->li_loc, D_PRAGMA_INVAL, "invalid class %s for depends_on",
			class);
	if (library && la->la_context != CTX_LIBRARY)
		dt_lang_error(la, li->li_loc, D_PRAGMA_DEPEND,
			"main program may not explicitly depend on a library");
	if (library || is_present(la, provider ? 0 : 1, name))
		return;
	if (la->la_context == CTX_LIBRARY)
		la->la_parse->ps_skip = true;
	else
		dt_lang_error(la, li->li_loc, D_PRAGMA_DEPEND, "program requires %s %s", class,
			name);
}

static const struct {
	const char *name;
	void (*fn)(struct line *);
} pragmas[] = {
	{ "option", pragma_option },
	{ "attributes", pragma_attributes },
	{ "binding", pragma_binding },
	{ "depends_on", pragma_depends },
};

/* #error text, #pragma D error "text" */
static _Noreturn void control_error(struct line *li)
{
	const char *s = li->li_co.co_p;

	while (s < li->li_co.co_end && isspace((unsigned char)*s))
		s++;
	dt_lang_error(li->li_la, li->li_loc, D_PRAGERR, "#error: %.*s", (int)(li->li_co.co_end - s),
		s);
}

/* The layout of C's structures: #pragma pack(N), (), (push), (push, N), (pop). */
static void pragma_pack(struct dt_parse *ps, const char *s)
{
	const char *close = strchr(s, ')'), *digit = strpbrk(s, "0123456789");
	uint32_t n = digit && close && digit < close ? (uint32_t)strtoul(digit, NULL, 10) : 0;

	if (strstr(s, "push")) {
		if (ps->ps_npacks < sizeof(ps->ps_packs) / sizeof(ps->ps_packs[0]))
			ps->ps_packs[ps->ps_npacks++] = ps->ps_pack;
		if (!n)
			return;
	} else if (strstr(s, "pop")) {
		n = ps->ps_npacks ? ps->ps_packs[--ps->ps_npacks] : 0;
	}
	ps->ps_pack = n <= 16 ? n : 0;
}

static void control_pragma(struct line *li)
{
	char *word = next(li);

	if (word && strncmp(word, "pack", 4) == 0 && dt_in_header(li->li_la)) {
		size_t n = (size_t)(li->li_co.co_end - li->li_co.co_p);
		char *rest = dt_lang_alloc(li->li_la, n + strlen(word) + 1);

		sprintf(rest, "%s%.*s", word, (int)n, li->li_co.co_p);
		pragma_pack(li->li_la->la_parse, rest);
	}
	if (!word || strcmp(word, "D") != 0)
		return; /* a pragma for another program */
	word = need(li, "directive expected");
	for (size_t i = 0; i < sizeof(pragmas) / sizeof(pragmas[0]); i++)
		if (strcmp(word, pragmas[i].name) == 0) {
			pragmas[i].fn(li);
			return;
		}
	if (strcmp(word, "error") == 0)
		control_error(li);
	if (strcmp(word, "ident") != 0)
		dt_lang_error(li->li_la, li->li_loc, D_PRAGMA_INVAL,
			"invalid directive: #pragma D %s", word);
}

/* #line N "file", # N "file" flags */
static void control_line(struct line *li, const char *number)
{
	struct dt_parse *ps = li->li_la->la_parse;
	uint64_t n = 0;
	char *file;
	size_t len;

	if (!number)
		number = need(li, "line number expected");
	for (; isdigit((unsigned char)*number) && n < UINT32_MAX; number++)
		n = n * 10 + (uint64_t)(*number - '0');
	if (*number != '\0' || n > INT32_MAX)
		malformed(li, "invalid line number");
	file = next(li);
	len = !file ? 0 : strlen(file);
	if (file && (len < 2 || file[0] != '"' || file[len - 1] != '"'))
		malformed(li, "file name in quotes expected");
	if (file) {
		file[len - 1] = '\0';
		ps->ps_file = len == 2 ? NULL : dt_types_strdup(li->li_la->la_types, file + 1);
	}
	while ((file = next(li))) { /* into an included file, and back from it */
		ps->ps_includes += strcmp(file, "1") == 0;
		ps->ps_included |= ps->ps_includes != 0;
		ps->ps_includes -= strcmp(file, "2") == 0 && ps->ps_includes != 0;
	}
	ps->ps_line = n == 0 ? 0 :
			       (uint32_t)n - 1; /* the newline of this line is not counted yet */
}

void dt_pragma_line(struct dt_lang *la, const struct dt_loc *loc, const char *text, size_t n)
{
	struct line li = { la, loc, { text, text + n } };
	char *word;

	li.li_co.co_p = (const char *)memchr(text, '#', n) + 1;
	word = next(&li);
	if (!word || strcmp(word, "ident") == 0)
		return;
	if (strcmp(word, "pragma") == 0)
		control_pragma(&li);
	else if (strcmp(word, "line") == 0)
		control_line(&li, NULL);
	else if (isdigit((unsigned char)*word))
		control_line(&li, word);
	else if (strcmp(word, "error") == 0)
		control_error(&li);
	else
		dt_lang_error(la, loc, D_PRAGCTL_INVAL, "invalid control directive: #%s", word);
}
