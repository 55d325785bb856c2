/*
 * Hints: what a person may have meant by a text that doesn't compile. A hint is found by the tag of
 * the message and the text at its place; the tables of hints.def say what D has instead of other
 * languages' words. The message itself is as the norm has it, and never changes.
 */
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include "hint.h"

static size_t word_length(const char *p)
{
	size_t n = 0;

	while (isalnum((unsigned char)p[n]) || p[n] == '_' || (n == 0 && p[n] == '@'))
		n++;
	return n;
}

static void word_read(struct hint *hi)
{
	const char *p;

	if (!hi->hi_loc || !hi->hi_loc->lo_text || !hi->hi_loc->lo_col)
		return;
	p = hi->hi_loc->lo_text + hi->hi_loc->lo_col - 1;
	if (!strncmp(p, "self->", 6) || !strncmp(p, "this->", 6))
		p += 6;
	snprintf(hi->hi_word, sizeof(hi->hi_word), "%.*s", (int)word_length(p), p);
}

const char *dt_hint_place(const struct hint *hi, size_t *len)
{
	const struct dt_loc *loc = hi->hi_loc;

	*len = 0;
	if (!loc || !loc->lo_text || !loc->lo_col || loc->lo_endcol < loc->lo_col)
		return "";
	*len = strnlen(loc->lo_text + loc->lo_col - 1, loc->lo_endcol - loc->lo_col + 1);
	return loc->lo_text + loc->lo_col - 1;
}

/*
 * Names of the program.
 */
static bool hint_word(struct hint *hi)
{
	static const struct {
		enum dt_errtag tag;
		const char *word, *text;
	} words[] = {
#define HINT_WORD(tag, word, text) { tag, word, text },
#include "hints.def"
	};

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (words[i].tag == hi->hi_tag && !strcmp(words[i].word, hi->hi_word))
			return dt_hint_say(hi, words[i].text);
	return false;
}

static bool hint_symbol(struct hint *hi)
{
	static const struct {
		const char *name, *text;
	} symbols[] = {
#define HINT_SYMBOL(name, text) { name, text },
#include "hints.def"
	};
	size_t len;
	const char *p = dt_hint_place(hi, &len), *name = len ? memrchr(p, '`', len) : NULL;

	for (size_t i = 0; name && i < sizeof(symbols) / sizeof(*symbols); i++)
		if (strlen(symbols[i].name) == len - (size_t)(name + 1 - p) &&
			!strncmp(symbols[i].name, name + 1, strlen(symbols[i].name)))
			return dt_hint_say(hi, symbols[i].text);
	return name && hi->hi_tag == D_SYM_NOTYPES && !memmem(p, (size_t)(name - p), "pid", 3) &&
		dt_hint_say(hi,
			"variables of the kernel can't be read; fbt and linux-* show what happens");
}

static bool is_function(const struct dt_ident *id)
{
	return id->id_kind == ID_FUNC || id->id_kind == ID_ACTION || id->id_kind == ID_AGGFUNC;
}

static void offer_idents(struct hint *hi, struct base_near *nr, struct dt_idtab *it, bool functions)
{
	for (struct dt_ident *id = dt_ident_before(it, NULL); id; id = dt_ident_before(it, id))
		if (is_function(id) == functions && dt_ident_visible(id, hi->hi_loc) &&
			(*id->id_name != '_' || *nr->nr_word == '_'))
			base_near_offer(nr, id->id_name);
}

static bool hint_function(struct hint *hi)
{
	struct base_near nr = { .nr_word = hi->hi_word };

	offer_idents(hi, &nr, hi->hi_la->la_globals, true);
	return dt_hint_near(hi, &nr, "", "()");
}

static bool hint_variable(struct hint *hi)
{
	struct dt_lang *la = hi->hi_la;
	size_t len;
	const char *scope = dt_hint_place(hi, &len);
	bool self = !strncmp(scope, "self->", 6), this = !strncmp(scope, "this->", 6);
	bool agg = *hi->hi_word == '@';

	if (len > 1 && *scope == '$' && isdigit((unsigned char)scope[1])) {
		snprintf(hi->hi_out, hi->hi_size,
			"the operand %.*s is a word, and here a number is meant; $%.*s is it as a string",
			(int)len, scope, (int)len, scope);
		return true;
	}
	struct base_near nr = { .nr_word = hi->hi_word + agg };

	offer_idents(hi, &nr,
		self	     ? la->la_self :
			this ? la->la_this :
			agg  ? la->la_aggs :
			       la->la_globals,
		false);
	return dt_hint_near(hi, &nr, self ? "self->" : this ? "this->" : agg ? "@" : "", "");
}

static void offer_members(struct base_near *nr, const struct dt_type *sou)
{
	for (const struct dt_member *mb = dt_type_resolve(sou)->ty_u.members; mb; mb = mb->mb_next)
		if (mb->mb_name)
			base_near_offer(nr, mb->mb_name);
		else if (dt_type_is_sou(mb->mb_type))
			offer_members(nr, mb->mb_type);
}

static bool hint_member(struct hint *hi)
{
	static const struct {
		const char *name, *text;
	} members[] = {
#define HINT_MEMBER(name, text) { name, text },
#include "hints.def"
	};
	struct base_near nr = { .nr_word = hi->hi_la->la_nomember };

	if (!nr.nr_word)
		return false;
	hi->hi_la->la_nomember = NULL;
	for (size_t i = 0; i < sizeof(members) / sizeof(*members); i++)
		if (!strcmp(members[i].name, nr.nr_word))
			return dt_hint_say(hi, members[i].text);
	offer_members(&nr, hi->hi_la->la_nomember_of);
	return dt_hint_near(hi, &nr, "", "");
}

/*
 * Types.
 */
struct near_type {
	struct base_near nt_near;
	enum dt_tkind nt_kind; /* of a tag; TY_TYPEDEF: a name that is no tag */
};

static bool is_tag(enum dt_tkind kind)
{
	return kind == TY_STRUCT || kind == TY_UNION || kind == TY_ENUM;
}

static void offer_type(const struct dt_type *ty, void *arg)
{
	struct near_type *nt = arg;
	const char *name = ty->ty_name;
	bool fits = is_tag(nt->nt_kind) ? ty->ty_kind == nt->nt_kind :
					  !is_tag(ty->ty_kind) && ty->ty_kind != TY_FORWARD;

	if (fits && name && !strchr(name, ' ') && (*name != '_' || *nt->nt_near.nr_word == '_'))
		base_near_offer(&nt->nt_near, name);
}

static void offer_tag(void *arg, const char *tag)
{
	struct near_type *nt = arg;

	base_near_offer(&nt->nt_near, tag);
}

static bool say_type(struct hint *hi, const char *word)
{
	struct dt_lang *la = hi->hi_la;
	struct near_type nt = { .nt_near.nr_word = word, .nt_kind = TY_TYPEDEF };
	char t[BASE_NEAR_LEN + 3];

	if (dt_types_in_text(la->la_types, word) || dt_ident_lookup(la->la_globals, word))
		return false;
	snprintf(t, sizeof(t), "%.*s_t", BASE_NEAR_LEN, word);
	if (dt_types_in_text(la->la_types, t)) { /* uint32 is rather uint32_t than uint */
		nt.nt_near.nr_best[0] = t;
		nt.nt_near.nr_n = 1;
	} else {
		dt_types_walk(la->la_types, offer_type, &nt);
	}
	return dt_hint_near(hi, &nt.nt_near, "", "");
}

/* The word that ends here, after blanks, stars and a parenthesis: that of "word *x", "(word *)x". */
static bool hint_type_before(struct hint *hi)
{
	const char *line = hi->hi_loc ? hi->hi_loc->lo_text : NULL, *end, *p;
	char word[BASE_NEAR_LEN + 1];

	if (!line || !hi->hi_loc->lo_col)
		return false;
	end = line + hi->hi_loc->lo_col - 1;
	while (end > line && strchr(" \t*)", end[-1]))
		end--;
	for (p = end; p > line && (isalnum((unsigned char)p[-1]) || p[-1] == '_'); p--)
		;
	if (p == end || (size_t)(end - p) >= sizeof(word))
		return false;
	snprintf(word, sizeof(word), "%.*s", (int)(end - p), p);
	return say_type(hi, word);
}

static bool hint_type(struct hint *hi)
{
	return hint_type_before(hi) || (*hi->hi_word && say_type(hi, hi->hi_word));
}

/* A description of one word before another word, as no clause has it. */
static bool hint_declaration(struct hint *hi)
{
	size_t len, n;
	const char *p = dt_hint_place(hi, &len);

	n = word_length(p);
	if (!n || !strchr(" \t*", p[n]))
		return false;
	n += strspn(p + n, " \t*");
	return (isalpha((unsigned char)p[n]) || p[n] == '_') && say_type(hi, hi->hi_word);
}

/* An unknown variable that is alone in parentheses, which no function has before them. */
static bool hint_cast(struct hint *hi)
{
	size_t len, n;
	const char *p = dt_hint_place(hi, &len), *line = len ? hi->hi_loc->lo_text : p, *q = p;

	n = word_length(p);
	n += strspn(p + n, " *");
	if (!len || p[n] != ')')
		return false;
	while (q > line && q[-1] == ' ')
		q--;
	if (q == line || *--q != '(')
		return false;
	while (q > line && q[-1] == ' ')
		q--;
	if (q > line && isalnum((unsigned char)q[-1]) &&
		(q - line < 6 || strncmp(q - 6, "sizeof", 6) != 0))
		return false;
	return say_type(hi, hi->hi_word);
}

/* The word after the keyword as a tag that is unknown. */
static bool say_tag(struct hint *hi, enum dt_tkind kind, const char *keyword, const char *p)
{
	struct dt_lang *la = hi->hi_la;
	char tag[BASE_NEAR_LEN + 1];
	struct near_type nt = { .nt_near.nr_word = tag, .nt_kind = kind };

	snprintf(tag, sizeof(tag), "%.*s", (int)word_length(p), p);
	const struct dt_type *ty = dt_types_lookup_tag(la->la_types, kind, tag);
	if (ty && dt_type_resolve(ty)->ty_kind != TY_FORWARD)
		return false;
	dt_types_walk(la->la_types, offer_type, &nt);
	dt_types_each_foreign(la->la_types, kind, offer_tag, &nt);
	return dt_hint_near(hi, &nt.nt_near, keyword, "");
}

/* The tag of the message, or of the line that it shows. */
static bool hint_tag(struct hint *hi)
{
	static const struct {
		const char *keyword;
		enum dt_tkind kind;
	} tags[] = { { "struct ", TY_STRUCT }, { "union ", TY_UNION }, { "enum ", TY_ENUM } };

	for (size_t i = 0; i < sizeof(tags) / sizeof(*tags); i++)
		for (const char *p = hi->hi_la->la_msg.me_text; (p = strstr(p, tags[i].keyword));) {
			p += strlen(tags[i].keyword);
			if (say_tag(hi, tags[i].kind, tags[i].keyword, p))
				return true;
		}
	return false;
}

/*
 * Values.
 */
static bool hint_option(struct hint *hi)
{
	const char *quote = strchr(hi->hi_la->la_msg.me_text, '\'');
	char name[BASE_NEAR_LEN + 1];

	return quote && sscanf(quote + 1, "%48[^']", name) == 1 &&
		dt_options_hint(name, hi->hi_out, hi->hi_size);
}

static bool hint_macro(struct hint *hi)
{
	size_t len;
	const char *p = dt_hint_place(hi, &len);

	for (; len && *p != '$'; len--) /* a description may begin with other text */
		p++;
	p += len > 1 && p[1] == '$';
	if (len > 1 && isdigit((unsigned char)p[1]))
		return dt_hint_say(hi,
			"$1, $2 ... are the words after the options and the program: dtrace -s "
			"script.d 10; -x defaultargs allows that they are missing");
	return dt_hint_say(hi,
		"$ begins a macro variable ($1, $target, $pid); a variable of a clause is written "
		"this->x, one of a thread self->x");
}

/* A character constant of several characters is rarely meant. */
static bool hint_quotes(struct hint *hi)
{
	size_t len;
	const char *p = dt_hint_place(hi, &len), *quote = len ? memchr(p, '\'', len) : NULL;

	if (!quote || (quote[1] != '\\' && quote + 2 < p + len && quote[2] == '\''))
		return false;
	return dt_hint_say(hi, "a string is written in double quotes");
}

/* The value of a conversion %s is a number: it may be the address of a string. */
static bool hint_string(struct hint *hi)
{
	size_t len;
	const char *p = dt_hint_place(hi, &len);

	if (!len || !strstr(hi->hi_la->la_msg.me_text, "conversion %s,"))
		return false;
	snprintf(hi->hi_out, hi->hi_size,
		"if %.*s is the address of a string in the process, copyinstr(%.*s) is that string",
		(int)len, p, (int)len, p);
	return true;
}

static bool hint_script(struct hint *hi)
{
	const struct dt_parse *ps = hi->hi_la->la_parse;

	if (!ps || !ps->ps_text || strncmp(ps->ps_text, "#!", 2) != 0)
		return false;
	size_t len = strcspn(ps->ps_text, "\n");
	return memmem(ps->ps_text, len, "bpftrace", 8) &&
		dt_hint_say(hi, "this script is for bpftrace, whose language is another one");
}

void dt_hint(struct dt_lang *la, const struct dt_loc *loc, enum dt_errtag tag, char *out,
	size_t size)
{
	/* the first one of a tag that has something to say */
	static const struct {
		enum dt_errtag tag;
		bool (*fn)(struct hint *);
	} hints[] = {
		{ D_FUNC_UNDEF, hint_function },
		{ D_IDENT_UNDEF, hint_symbol },
		{ D_SYM_NOTYPES, hint_symbol },
		{ D_IDENT_UNDEF, hint_variable },
		{ D_IDENT_UNDEF, hint_cast },
		{ D_VAR_UNDEF, hint_variable },
		{ D_PRINTA_AGGBAD, hint_variable },
		{ D_CLEAR_AGGBAD, hint_variable },
		{ D_TRUNC_AGGBAD, hint_variable },
		{ D_NORMALIZE_AGGBAD, hint_variable },
		{ D_TYPE_MEMBER, hint_member },
		{ D_MACRO_UNDEF, hint_macro },
		{ D_CHR_OFLOW, hint_quotes },
		{ D_CHR_NL, hint_quotes },
		{ D_PROTO_ARG, hint_quotes },
		{ D_PRINTF_ARG_FMT, hint_quotes },
		{ D_PRINTF_ARG_TYPE, hint_quotes },
		{ D_OP_INCOMPAT, hint_quotes },
		{ D_PRINTF_ARG_TYPE, hint_string },
		{ D_PROC_BADPID, dt_hint_pid },
		{ D_PDESC_ZERO, dt_hint_bpftrace },
		{ D_PDESC_INVAL, dt_hint_bpftrace },
		{ D_SYNTAX, dt_hint_bpftrace },
		{ D_SYNTAX, hint_type },
		{ D_OP_INCOMPLETE, hint_tag },
		{ D_SIZEOF_TYPE, hint_tag },
		{ D_DECL_INCOMPLETE, hint_tag },
		{ D_PRAGMA_OPTSET, hint_option },
		{ D_PDESC_ZERO, hint_declaration },
		{ D_PDESC_ZERO, dt_hint_interval },
		{ D_PDESC_ZERO, dt_hint_probe },
		{ D_PROC_BADPROV, dt_hint_probe },
	};
	struct hint hi = { la, loc, tag, out, size, "" };

	*out = '\0';
	word_read(&hi);
	if (hint_word(&hi))
		return;
	for (size_t i = 0; i < sizeof(hints) / sizeof(*hints); i++)
		if (hints[i].tag == tag && hints[i].fn(&hi))
			return;
	hint_script(&hi);
}
