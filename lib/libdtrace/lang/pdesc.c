/* Probe descriptions: their fields, which field a lone one is, and macro variables in them. */
#include <ctype.h>
#include <string.h>
#include "parse.h"

enum { PROV, MOD, FUNC, NAME };

static const struct {
	const char *what;
	size_t max;
} fields[4] = { { "provider", 127 }, { "module", 63 }, { "function", 191 }, { "name", 63 } };

static int last_field(const struct dt_lang *la)
{
	switch (la->la_context) {
	case CTX_PROV: return PROV;
	case CTX_MOD: return MOD;
	case CTX_FUNC: return FUNC;
	default: return NAME;
	}
}

/* The length of the macro variable at s, with its '$'; 0 if there is none. */
static size_t macro_length(const char *s)
{
	size_t n = 1;

	if (s[0] != '$')
		return 0;
	if (s[1] == '$')
		n++;
	if (isdigit((unsigned char)s[n])) {
		while (isdigit((unsigned char)s[n]))
			n++;
		return n;
	}
	if (!isalpha((unsigned char)s[n]) && s[n] != '_')
		return 0;
	while (isalnum((unsigned char)s[n]) || s[n] == '_')
		n++;
	return n;
}

static const char *expand(struct dt_lang *la, const struct dt_loc *loc, const char *field)
{
	const char *dollar = strchr(field, '$');
	struct dt_macro ma;
	size_t n, before;
	char *out;

	if (!dollar)
		return field;
	n = macro_length(dollar);
	if (n == 0 || strchr(dollar + n, '$'))
		dt_lang_error(la, loc, D_PDESC_INVAL, "invalid probe description \"%s\": %s", field,
			n == 0 ? "no macro name after '$'" : "more than one macro in a field");
	ma = dt_macro_get(la, loc, dollar, n, true);
	before = dollar - field;
	out = dt_lang_alloc(la, strlen(field) + strlen(ma.ma_text) + 1);
	memcpy(out, field, before);
	strcpy(out + before, ma.ma_text);
	strcat(out, dollar + n);
	return out;
}

struct dt_node *dt_pdesc_parse(struct dt_lang *la, const struct dt_loc *loc, const char *text)
{
	struct dt_node *n = dt_node_new(la, DN_PDESC, loc);
	int at = last_field(la), i;
	char *rest = dt_lang_strdup(la, text), *colon;

	if (la->la_context == CTX_ID)
		dt_lang_error(la, loc, D_PDESC_INVAL, "invalid probe identifier: %s", text);
	for (i = 0; i < 4; i++)
		n->dn_desc.pd_field[i] = "";
	for (;; at--) {
		if (at < 0)
			dt_lang_error(la, loc, D_PDESC_INVAL,
				"invalid probe description \"%s\": "
				"Overspecified probe description",
				text);
		colon = strrchr(rest, ':');
		n->dn_desc.pd_field[at] = expand(la, loc, !colon ? rest : colon + 1);
		if (strlen(n->dn_desc.pd_field[at]) > fields[at].max)
			dt_lang_error(la, loc, D_PDESC_INVAL,
				"probe %s is longer than %zu characters", fields[at].what,
				fields[at].max);
		if (!colon)
			return n;
		*colon = '\0';
	}
}

struct dt_node *dt_pdesc_id(struct dt_lang *la, const struct dt_loc *loc, uint64_t id)
{
	struct dt_node *n = dt_node_new(la, DN_PDESC, loc);

	if (last_field(la) != NAME || id == 0 || id > UINT32_MAX)
		dt_lang_error(la, loc, D_PDESC_INVAL, "invalid probe description \"%llu\": %s",
			(unsigned long long)id,
			last_field(la) != NAME ? "Overspecified probe description" :
						 "Unknown probe identifier");
	for (int i = 0; i < 4; i++)
		n->dn_desc.pd_field[i] = "";
	n->dn_desc.pd_id = id;
	return n;
}
