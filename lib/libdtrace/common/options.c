/* Options: converts names and values to numbers and strings.  options.def lists the options. */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "alloc.h"
#include "near.h"
#include "options.h"

static const char OPT_BADNAME[] = "Invalid option name";
static const char OPT_BADVALUE[] = "Invalid value for specified option";
static const char OPT_CMDONLY[] = "Option cannot be used from within a D program";
static const char OPT_ACTIVE[] = "Operation illegal when tracing is active";
static const char OPT_VERSION[] = "Requested version is not supported by compiler";
static const char OPT_NOMEM[] = "Memory allocation failure";

static const struct option {
	const char *ot_name;
	enum dt_optkind ot_kind;
	enum dt_optsyntax ot_syntax;
	int64_t ot_default;
} options[] = {
/* clang-format off */
#define DT_OPTION(ID, name, kind, syntax, dflt) {name, kind, syntax, dflt},
/* clang-format on */
#include "options.def"
#undef DT_OPTION
};

/* 0 if there is no limit */
static const int64_t option_max[DT_NOPTIONS] = {
	[DT_OPT_JSTACKFRAMES] = DT_MAX_FRAMES,
	[DT_OPT_JSTACKSTRSIZE] = DT_MAX_USTACKSTR,
	[DT_OPT_NSPEC] = DT_MAX_SPECS,
	[DT_OPT_STACKFRAMES] = DT_MAX_FRAMES,
	[DT_OPT_STACKINDENT] = DT_MAX_INDENT,
	[DT_OPT_STRSIZE] = DT_MAX_STRSIZE,
	[DT_OPT_USTACKFRAMES] = DT_MAX_FRAMES,
};

/* A suffix of a number, and the factor that it stands for; a negative factor is for a frequency. */
struct option_unit {
	const char *un_name;
	int64_t un_factor;
};

static const struct option_unit option_sizes[] = {
	{ "", 1 },
	{ "k", 1LL << 10 },
	{ "m", 1LL << 20 },
	{ "g", 1LL << 30 },
	{ "t", 1LL << 40 },
	{ NULL, 0 },
};

#define OPT_SEC 1000000000LL
static const struct option_unit option_rates[] = {
	{ "", 1 },
	{ "ns", 1 },
	{ "nsec", 1 },
	{ "us", 1000 },
	{ "usec", 1000 },
	{ "ms", 1000000 },
	{ "msec", 1000000 },
	{ "s", OPT_SEC },
	{ "sec", OPT_SEC },
	{ "m", 60 * OPT_SEC },
	{ "min", 60 * OPT_SEC },
	{ "h", 3600 * OPT_SEC },
	{ "hour", 3600 * OPT_SEC },
	{ "d", 86400 * OPT_SEC },
	{ "day", 86400 * OPT_SEC },
	{ "hz", -OPT_SEC },
	{ NULL, 0 },
};

static const char *const option_yes[] = { "yes", "enable", "enabled", "true", "on", "set", NULL };
static const char *const option_no[] = { "no", "disable", "disabled", "false", "off", "unset", "",
	NULL };

/* Options that take one of several words; the value is the word's index. "" can't be chosen. */
static const char *const option_words[][5] = {
	[DT_OS_POLICY] = { "switch", "fill", "ring" },
	[DT_OS_RESIZE] = { "auto", "manual" },
	[DT_OS_ENCODING] = { "", "ascii", "utf8" },
	[DT_OS_EVALTIME] = { "exec", "preinit", "postinit", "main" },
	[DT_OS_LATE] = { "dynamic", "static" },
	[DT_OS_LINKMODE] = { "kernel", "primary", "dynamic", "static" },
	[DT_OS_LINKTYPE] = { "elf", "dof" },
	[DT_OS_STDC] = { "a", "c", "s", "t" },
	[DT_OS_UNWIND] = { "fp", "dwarf" },
	[DT_OS_URETURN] = { "auto", "insn", "ret" },
	[DT_OS_KERNEL] = { "auto", "no", "yes" },
};

static const char *const option_stabs[] = { "Internal", "Private", "Obsolete", "External",
	"Unstable", "Evolving", "Stable", "Standard", NULL };
static const char *const option_classes[] = { "Unknown", "CPU", "Platform", "Group", "ISA",
	"Common", NULL };

static int option_word(const char *const *words, const char *value, size_t len)
{
	for (int i = 0; words[i]; i++) {
		if (strlen(words[i]) == len && strncasecmp(words[i], value, len) == 0)
			return i;
	}
	return -1;
}

static bool option_number(const char *value, int64_t *out, const char **end)
{
	char *e;

	if (!isdigit((unsigned char)value[0]))
		return false;
	errno = 0;
	*out = strtoll(value, &e, 0);
	*end = e;
	return errno == 0 && e != value;
}

static bool option_int(const char *value, int64_t *out)
{
	const char *end;

	return option_number(value, out, &end) && *end == '\0';
}

static bool option_units(const char *value, const struct option_unit *un, int64_t *out)
{
	const char *end;
	int64_t n;

	if (!option_number(value, &n, &end))
		return false;
	while (un->un_name && strcasecmp(un->un_name, end) != 0)
		un++;
	if (!un->un_name)
		return false;
	if (un->un_factor < 0) { /* n per second: the period is the factor divided by n */
		if (n == 0 || n > -un->un_factor)
			return false;
		*out = -un->un_factor / n;
		return true;
	}
	return !__builtin_mul_overflow(n, un->un_factor, out);
}

/* A time with a unit, possibly with decimals: 1.25s. */
static bool option_span(const char *value, int64_t *out)
{
	const struct option_unit *un = option_rates;
	double n;
	char *end;

	if (!isdigit((unsigned char)value[0]))
		return false;
	n = strtod(value, &end);
	while (un->un_name && strcasecmp(un->un_name, end) != 0)
		un++;
	if (!un->un_name || un->un_factor < 0 || n * un->un_factor > 9e18)
		return false;
	*out = (int64_t)(n * un->un_factor + 0.5);
	return true;
}

static bool option_flag(const char *value, int64_t *out)
{
	int64_t n;

	if (!value || option_word(option_yes, value, strlen(value)) >= 0) {
		*out = 1;
		return true;
	}
	if (option_word(option_no, value, strlen(value)) >= 0) {
		*out = 0;
		return true;
	}
	if (!option_int(value[0] == '-' ? value + 1 : value, &n))
		return false;
	*out = n != 0;
	return true;
}

static bool option_choice(const char *const *words, const char *value, int64_t *out)
{
	for (int i = 0; i < 5 && words[i]; i++) {
		if (value[0] != '\0' && strcmp(words[i], value) == 0) {
			*out = i;
			return true;
		}
	}
	return false;
}

/* name/data/class */
static bool option_stability(const char *value, int64_t *out)
{
	const char *data = strchr(value, '/'), *class = data ? strchr(data + 1, '/') : NULL;
	int n, d, c;

	if (!class)
		return false;
	n = option_word(option_stabs, value, data - value);
	d = option_word(option_stabs, data + 1, class - data - 1);
	c = option_word(option_classes, class + 1, strlen(class + 1));
	if (n < 0 || d < 0 || c < 0)
		return false;
	*out = (int64_t)n << 16 | d << 8 | c;
	return true;
}

static const char *option_version(const char *value, int64_t *out)
{
	unsigned major, minor, micro = 0;
	int end = 0, more = 0;

	if (sscanf(value, "%3u.%4u%n.%4u%n", &major, &minor, &end, &micro, &more) < 2 ||
		value[more > end ? more : end] != '\0' || major > 255 || minor > 4095 ||
		micro > 4095)
		return OPT_BADVALUE;
	if (major < 1 || DT_VERSION(major, minor, micro) > DT_VERSION_NEWEST)
		return OPT_VERSION;
	*out = DT_VERSION(major, minor, micro);
	return NULL;
}

static const char *option_string(char **str, const char *value, bool append)
{
	char *s;
	int n;

	if (append && *str) {
		n = base_asprintf(&s, "%s\n%s", *str, value);
		if (n < 0)
			s = NULL;
	} else {
		s = base_strdup(value);
	}
	if (!s)
		return OPT_NOMEM;
	free(*str);
	*str = s;
	return NULL;
}

/* Options whose order matters between each other share a list: "-DA", "-UA"; "A=1", "A". */
static const char *option_append(struct dt_options *o, enum dt_option id, const char *value)
{
	char *text;
	const char *err, *letter = "";
	bool words = id == DT_OPT_CPPARGS;

	if (value[0] == '\0' || strchr(value, '\n') ||
		(id == DT_OPT_SETENV && (value[0] == '=' || !strchr(value, '='))) ||
		(id == DT_OPT_UNSETENV && strchr(value, '=')))
		return OPT_BADVALUE;
	if (id == DT_OPT_DEFINE || id == DT_OPT_UNDEF || id == DT_OPT_INCDIR) {
		letter = id == DT_OPT_DEFINE ? "-D" : id == DT_OPT_UNDEF ? "-U" : "-I";
		id = DT_OPT_CPPARGS;
	} else if (id == DT_OPT_UNSETENV) {
		id = DT_OPT_SETENV;
	}
	if (base_asprintf(&text, "%s%s", letter, value) < 0)
		return OPT_NOMEM;
	for (char *p = text; words && *p; p++) /* a list, with empty words between some */
		if (*p == ' ' || *p == '\t')
			*p = '\n';
	err = option_string(&o->op_str[id], text, true);
	free(text);
	return err;
}

static const char *option_toobig(struct dt_options *o, enum dt_option id)
{
	snprintf(o->op_why, sizeof(o->op_why), "%s: %s is at most %lld", OPT_BADVALUE,
		options[id].ot_name, (long long)option_max[id]);
	return o->op_why;
}

/* Options that need a value. */
static const char *option_value(struct dt_options *o, enum dt_option id, const char *value)
{
	enum dt_optsyntax syntax = options[id].ot_syntax;
	int64_t *out = &o->op_num[id], n = 0;
	bool ok;

	switch (syntax) {
	case DT_OS_INT: ok = option_int(value, &n); break;
	case DT_OS_COUNT: ok = option_int(value, &n) && n > 0; break;
	case DT_OS_SIZE: ok = option_units(value, option_sizes, &n); break;
	case DT_OS_RATE: ok = option_units(value, option_rates, &n); break;
	case DT_OS_SPAN: ok = option_span(value, &n); break;
	case DT_OS_STABILITY: ok = option_stability(value, &n); break;
	case DT_OS_VERSION: return option_version(value, out);
	case DT_OS_STRING: *out = 1; return option_string(&o->op_str[id], value, false);
	case DT_OS_LIST: *out = 1; return option_append(o, id, value);
	default: ok = option_choice(option_words[syntax], value, &n); break;
	}
	if (!ok)
		return OPT_BADVALUE;
	if (option_max[id] && n > option_max[id])
		return option_toobig(o, id);
	*out = n;
	return NULL;
}

static const char *option_set(struct dt_options *o, enum dt_option id, const char *value)
{
	switch (options[id].ot_syntax) {
	case DT_OS_FLAG: return option_flag(value, &o->op_num[id]) ? NULL : OPT_BADVALUE;
	case DT_OS_CFLAG:
		if (value)
			return OPT_BADVALUE;
		o->op_num[id] = 1;
		return NULL;
	case DT_OS_ANY: o->op_num[id] = 1; return NULL;
	default: return !value ? OPT_BADVALUE : option_value(o, id, value);
	}
}

static int option_find(const char *name)
{
	for (unsigned i = 0; i < DT_NOPTIONS; i++) {
		if (strcmp(options[i].ot_name, name) == 0)
			return i;
	}
	return -1;
}

void dt_options_init(struct dt_options *o)
{
	memset(o, 0, sizeof(*o));
	for (unsigned i = 0; i < DT_NOPTIONS; i++)
		o->op_num[i] = options[i].ot_default;
}

void dt_options_fini(struct dt_options *o)
{
	for (unsigned i = 0; i < DT_NOPTIONS; i++)
		free(o->op_str[i]);
	memset(o, 0, sizeof(*o));
}

const char *dt_options_set(struct dt_options *o, const char *name, const char *value,
	enum dt_optfrom from)
{
	int id = option_find(name);

	if (id < 0)
		return OPT_BADNAME;
	if (options[id].ot_kind == DT_OK_COMPILE_CMD && from != DT_FROM_CMD)
		return OPT_CMDONLY;
	if (options[id].ot_kind != DT_OK_DYNAMIC && (o->op_active || from == DT_FROM_SETOPT))
		return OPT_ACTIVE;
	return option_set(o, id, value);
}

bool dt_options_hint(const char *name, char *out, size_t size)
{
	struct base_near nr = { .nr_word = name };

	if (option_find(name) >= 0)
		return false;
	for (unsigned i = 0; i < DT_NOPTIONS; i++)
		base_near_offer(&nr, options[i].ot_name);
	return base_near_say(&nr, "", "", out, size);
}

const char *dt_options_text(const struct dt_options *o, const char *name)
{
	int id = option_find(name);

	return id < 0 ? NULL : o->op_str[id];
}

int dt_options_get(const struct dt_options *o, const char *name, int64_t *out)
{
	int id = option_find(name);

	if (id < 0)
		return -1;
	*out = o->op_num[id];
	return 0;
}
