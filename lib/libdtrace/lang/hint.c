/*
 * Hints: what a person may have meant by a text that doesn't compile. A hint is found by the tag of
 * the message and the text at its place; the tables of hints.def say what D has instead of other
 * languages' words. The message itself is as the norm has it, and never changes.
 */
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include "glob.h"
#include "near.h"
#include "parse.h"

struct hint {
	struct dt_lang *hi_la;
	const struct dt_loc *hi_loc;
	enum dt_errtag hi_tag;
	char *hi_out;
	size_t hi_size;
	char hi_word[128]; /* the word at the place, without self-> and the like */
};

static bool say(struct hint *hi, const char *text)
{
	snprintf(hi->hi_out, hi->hi_size, "%s", text);
	return true;
}

/* name, name or name */
static bool say_near(struct hint *hi, const struct base_near *nr, const char *before,
	const char *after)
{
	size_t n = 0;

	if (!nr->nr_n)
		return false;
	for (unsigned i = 0; i < nr->nr_n && n < hi->hi_size; i++)
		n += (size_t)snprintf(hi->hi_out + n, hi->hi_size - n, "%s%s%s%s",
			!i			  ? "did you mean " :
				i + 1 == nr->nr_n ? " or " :
						    ", ",
			before, nr->nr_best[i], after);
	if (n < hi->hi_size)
		snprintf(hi->hi_out + n, hi->hi_size - n, "?");
	return true;
}

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

/* The text of the place: it ends at the end of its line. */
static const char *place(const struct hint *hi, size_t *len)
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
			return say(hi, words[i].text);
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
	const char *p = place(hi, &len), *name = len ? memrchr(p, '`', len) : NULL;

	for (size_t i = 0; name && i < sizeof(symbols) / sizeof(*symbols); i++)
		if (strlen(symbols[i].name) == len - (size_t)(name + 1 - p) &&
			!strncmp(symbols[i].name, name + 1, strlen(symbols[i].name)))
			return say(hi, symbols[i].text);
	return name && hi->hi_tag == D_SYM_NOTYPES &&
		say(hi, "variables of the kernel can't be read; fbt and linux-* show what happens");
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
	return say_near(hi, &nr, "", "()");
}

static bool hint_variable(struct hint *hi)
{
	struct dt_lang *la = hi->hi_la;
	size_t len;
	const char *scope = place(hi, &len);
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
	return say_near(hi, &nr, self ? "self->" : this ? "this->" : agg ? "@" : "", "");
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
	struct base_near nr = { .nr_word = hi->hi_la->la_nomember };

	static const struct {
		const char *name, *text;
	} members[] = {
#define HINT_MEMBER(name, text) { name, text },
#include "hints.def"
	};

	if (!nr.nr_word)
		return false;
	hi->hi_la->la_nomember = NULL;
	for (size_t i = 0; i < sizeof(members) / sizeof(*members); i++)
		if (!strcmp(members[i].name, nr.nr_word))
			return say(hi, members[i].text);
	offer_members(&nr, hi->hi_la->la_nomember_of);
	return say_near(hi, &nr, "", "");
}

/*
 * Values.
 */
static bool hint_macro(struct hint *hi)
{
	size_t len;
	const char *p = place(hi, &len);

	for (; len && *p != '$'; len--) /* a description may begin with other text */
		p++;
	p += len > 1 && p[1] == '$';
	if (len > 1 && isdigit((unsigned char)p[1]))
		return say(hi,
			"$1, $2 ... are the words after the options and the program: dtrace -s "
			"script.d 10; -x defaultargs allows that they are missing");
	return say(hi,
		"$ begins a macro variable ($1, $target, $pid); a variable of a clause is written "
		"this->x, one of a thread self->x");
}

/* A character constant of several characters is rarely meant. */
static bool hint_quotes(struct hint *hi)
{
	size_t len;
	const char *p = place(hi, &len), *quote = len ? memchr(p, '\'', len) : NULL;

	if (!quote || (quote[1] != '\\' && quote + 2 < p + len && quote[2] == '\''))
		return false;
	return say(hi, "a string is written in double quotes");
}

/* The value of a conversion %s is a number: it may be the address of a string. */
static bool hint_string(struct hint *hi)
{
	size_t len;
	const char *p = place(hi, &len);

	if (!len || !strstr(hi->hi_la->la_msg.me_text, "conversion %s,"))
		return false;
	snprintf(hi->hi_out, hi->hi_size,
		"if %.*s is the address of a string in the process, copyinstr(%.*s) is that string",
		(int)len, p, (int)len, p);
	return true;
}

/*
 * Probes.
 */
static bool hint_pid(struct hint *hi)
{
	return say(hi,
		"the number of the process belongs to the provider's name: pid$target with -c COMMAND "
		"or -p PID");
}

static bool bpftrace_say(struct hint *hi, const char *rest, const char *d)
{
	size_t len = strcspn(rest, " \t\n,{;"), n, last = len;
	const char *first = rest;
	char *out = hi->hi_out;

	for (const char *p = rest; p < rest + len && *p != ':'; p++)
		if (*p == '/')
			first = p + 1;
	while (last > 0 && rest[last - 1] != ':')
		last--;
	n = (size_t)snprintf(out, hi->hi_size, "this is how bpftrace writes it; in D it is ");
	for (; *d && n < hi->hi_size; d++)
		if (*d != '%')
			n += (size_t)snprintf(out + n, hi->hi_size - n, "%c", *d);
		else if (*++d == '1')
			n += (size_t)snprintf(out + n, hi->hi_size - n, "%.*s",
				(int)strcspn(first, ": \t\n,{;"), first);
		else
			n += (size_t)snprintf(out + n, hi->hi_size - n, "%.*s", (int)(len - last),
				rest + last);
	return true;
}

static bool hint_bpftrace(struct hint *hi)
{
	static const struct {
		const char *prefix, *d;
	} descs[] = {
#define HINT_BPFTRACE(prefix, d) { prefix, d },
#include "hints.def"
	};
	const char *line = hi->hi_loc ? hi->hi_loc->lo_text : NULL;

	if (!line)
		return false;
	line += strspn(line, " \t");
	for (size_t i = 0; i < sizeof(descs) / sizeof(*descs); i++)
		if (!strncmp(line, descs[i].prefix, strlen(descs[i].prefix)))
			return bpftrace_say(hi, line + strlen(descs[i].prefix), descs[i].d);
	return false;
}

static bool hint_provider(struct hint *hi, const char *name)
{
	static const struct {
		const char *name, *text;
	} provs[] = {
#define HINT_PROVIDER(name, text) { name, text },
#include "hints.def"
	};

	for (size_t i = 0; i < sizeof(provs) / sizeof(*provs); i++) {
		size_t n = strlen(provs[i].name);

		/* plockstat123 */
		if (!strncasecmp(provs[i].name, name, n) &&
			(provs[i].name[n - 1] == '-' || !name[n + strspn(name + n, "0123456789")]))
			return say(hi, provs[i].text);
	}
	return false;
}

/* A provider of a process, without one: $target is 0. */
static bool hint_target(struct hint *hi, const char *prov)
{
	size_t len, n = strlen(prov);
	const char *p = place(hi, &len);

	return len && memmem(p, len, "$target", 7) && n > 1 && prov[n - 1] == '0' &&
		say(hi, "$target is the process of -c COMMAND or -p PID, and 0 without them");
}

static bool hint_lacking(struct hint *hi, const char *const field[4])
{
	static const struct {
		const char *prov, *name, *text;
	} probes[] = {
#define HINT_PROBE(prov, name, text) { prov, name, text },
#include "hints.def"
	};

	const char *name = *field[2] ? field[2] : field[3], *tail = strstr(name, "_nocancel");

	for (size_t i = 0; i < sizeof(probes) / sizeof(*probes); i++)
		if (!strcmp(probes[i].prov, field[0]) && !strcmp(probes[i].name, name))
			return say(hi, probes[i].text);
	if (!strcmp(field[0], "syscall") && *field[1])
		return say(hi,
			"system calls have no module here: leave it empty, syscall::open:entry");
	if (strcmp(field[0], "syscall") != 0 || !tail)
		return false;
	snprintf(hi->hi_out, hi->hi_size, "it is syscall::%.*s here", (int)(tail - name), name);
	return true;
}

struct offer {
	struct base_near of_near;
	int of_field;
	bool of_any, of_differ;
	char of_first[64];
};

static void offer_field(void *arg, const char *const field[4])
{
	struct offer *of = arg;

	if (!of->of_any)
		snprintf(of->of_first, sizeof(of->of_first), "%s", field[of->of_field]);
	else if (strcmp(of->of_first, field[of->of_field]) != 0)
		of->of_differ = true;
	of->of_any = true;
	base_near_offer(&of->of_near, field[of->of_field]);
}

/* Calls for all probes that match these fields, and offers what they have in field i. */
static struct offer offers(struct hint *hi, const char *const field[4], int i, const char *word)
{
	struct offer of = { .of_near.nr_word = word, .of_field = i };
	struct dt_lang_env *env = &hi->hi_la->la_env;

	env->le_each(env->le_arg, field, offer_field, &of);
	return of;
}

/* The description with another text in one field. */
static bool say_field(struct hint *hi, const struct base_near *nr, const char *const field[4],
	int i)
{
	char before[512] = "", after[512] = "";
	size_t n = 0, m = 0;
	bool lone = i == 3 && !*field[0] && !*field[1] && !*field[2];

	for (int k = 0; k < i && !lone; k++)
		n += (size_t)snprintf(before + n, sizeof(before) - n, "%s:", field[k]);
	for (int k = i + 1; k < 4; k++)
		m += (size_t)snprintf(after + m, sizeof(after) - m, ":%s", field[k]);
	return say_near(hi, nr, before, after);
}

/* The one field that keeps the description from matching. */
static bool hint_field(struct hint *hi, const char *const field[4])
{
	for (int i = 0; i < 4; i++) {
		const char *wide[4] = { field[0], field[1], field[2], field[3] };
		struct offer of;

		if (!base_is_name(field[i]))
			continue;
		wide[i] = "";
		of = offers(hi, wide, i, field[i]);
		if (say_field(hi, &of.of_near, field, i))
			return true;
	}
	return false;
}

/* io:genunix:bdev_strategy:start: all probes of the name have one module and one function here. */
static bool hint_narrow(struct hint *hi, const char *const field[4])
{
	const char *wide[4] = { field[0], "", "", field[3] };

	if (!*field[0] || !*field[3] || (!*field[1] && !*field[2]))
		return false;
	for (int i = 1; i < 3; i++) {
		struct offer of = offers(hi, wide, i, "");

		if (!of.of_any || of.of_differ)
			return false;
	}
	snprintf(hi->hi_out, hi->hi_size, "did you mean %s:::%s?", field[0], field[3]);
	return true;
}

static bool hint_probe(struct hint *hi)
{
	const struct dt_pdesc *pd = hi->hi_la->la_pdesc;
	const char *none[4] = { "", "", "", "" };
	struct offer of;

	if (!pd || pd->pd_id || !hi->hi_la->la_env.le_each)
		return false;
	const char *const *field = pd->pd_field;
	bool lone = *field[3] && !*field[0] && !*field[1] && !*field[2];
	if (lone) { /* -n openat */
		const char *func[4] = { "", "", field[3], "" };

		of = offers(hi, func, 0, "");
		if (of.of_any) {
			snprintf(hi->hi_out, hi->hi_size,
				"%s is a function: write %s:entry, or list its probes with -l -f %s",
				field[3], field[3], field[3]);
			return true;
		}
	}
	const char *provider[4] = { field[0], "", "", "" };
	bool known = *field[0] && offers(hi, provider, 0, "").of_any;
	if (*field[0] && !known && hint_provider(hi, field[0]))
		return true;
	if (hint_target(hi, field[0]) || hint_lacking(hi, field) || hint_narrow(hi, field) ||
		hint_field(hi, field))
		return true;
	if (known && base_is_name(field[0])) {
		snprintf(hi->hi_out, hi->hi_size, "dtrace -l -P %s lists the probes of %s",
			field[0], field[0]);
		return true;
	}
	of = offers(hi, none, 0, field[0]);
	return base_is_name(field[0]) && say_near(hi, &of.of_near, "", ":::");
}

static bool hint_script(struct hint *hi)
{
	const struct dt_parse *ps = hi->hi_la->la_parse;

	if (!ps || !ps->ps_text || strncmp(ps->ps_text, "#!", 2) != 0)
		return false;
	size_t len = strcspn(ps->ps_text, "\n");
	return memmem(ps->ps_text, len, "bpftrace", 8) &&
		say(hi, "this script is for bpftrace, whose language is another one");
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
		{ D_PROC_BADPID, hint_pid },
		{ D_PDESC_ZERO, hint_bpftrace },
		{ D_PDESC_INVAL, hint_bpftrace },
		{ D_SYNTAX, hint_bpftrace },
		{ D_PDESC_ZERO, hint_probe },
		{ D_PROC_BADPROV, hint_probe },
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
