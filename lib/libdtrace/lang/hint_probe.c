/* Hints: what a person may have meant by a probe that doesn't exist. */
#include <ctype.h>
#include <string.h>
#include "glob.h"
#include "hint.h"

bool dt_hint_pid(struct hint *hi)
{
	return dt_hint_say(hi,
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

bool dt_hint_bpftrace(struct hint *hi)
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
			return dt_hint_say(hi, provs[i].text);
	}
	return false;
}

/* A provider of a process, without one: $target is 0. */
static bool hint_target(struct hint *hi, const char *prov)
{
	size_t len, n = strlen(prov);
	const char *p = dt_hint_place(hi, &len);

	return len && memmem(p, len, "$target", 7) && n > 1 && prov[n - 1] == '0' &&
		dt_hint_say(hi,
			"$target is the process of -c COMMAND or -p PID, and 0 without them");
}

static bool hint_elsewhere(struct hint *hi, const char *prov, const char *name)
{
	static const struct {
		const char *prov, *name, *text;
	} probes[] = {
#define HINT_PROBE(prov, name, text) { prov, name, text },
#include "hints.def"
	};

	for (size_t i = 0; i < sizeof(probes) / sizeof(*probes); i++)
		if (!strcmp(probes[i].prov, prov) && !strcmp(probes[i].name, name))
			return dt_hint_say(hi, probes[i].text);
	return false;
}

static bool hint_lacking(struct hint *hi, const char *const field[4])
{
	const char *name = *field[2] ? field[2] : field[3], *tail = strstr(name, "_nocancel");

	if (*name && hint_elsewhere(hi, field[0], name))
		return true;
	if (!strcmp(field[0], "syscall") && *field[1])
		return dt_hint_say(hi,
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
	return dt_hint_near(hi, nr, before, after);
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

/* A timer that isn't one. */
bool dt_hint_interval(struct hint *hi)
{
	const struct dt_pdesc *pd = hi->hi_la->la_pdesc;
	const char *name = !pd || pd->pd_id ? "" : pd->pd_field[3];

	bool timer = !strncmp(name, "tick-", 5) || !strncmp(name, "profile-", 8);

	return timer && isdigit((unsigned char)strchr(name, '-')[1]) &&
		dt_hint_say(hi,
			"an interval is at least 200us; its units are ns, us, ms, s, m, h, d, hz");
}

bool dt_hint_probe(struct hint *hi)
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
		hint_field(hi, field) || hint_elsewhere(hi, field[0], ""))
		return true;
	if (known && base_is_name(field[0])) {
		snprintf(hi->hi_out, hi->hi_size, "dtrace -l -P %s lists the probes of %s",
			field[0], field[0]);
		return true;
	}
	of = offers(hi, none, 0, field[0]);
	return base_is_name(field[0]) && dt_hint_near(hi, &of.of_near, "", ":::");
}
