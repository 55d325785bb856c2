/* Names that the text uses as variables; the lexer asks, because a type may have the same name. */
#include <string.h>
#include "parse.h"

static uint32_t hash(const char *name)
{
	uint32_t h = 2166136261u;

	for (; *name != '\0'; name++)
		h = (h ^ (unsigned char)*name) * 16777619u;
	return h;
}

static bool has(const struct dt_name *nm, const char *name, uint32_t h)
{
	for (; nm; nm = nm->nm_next)
		if (nm->nm_hash == h && strcmp(nm->nm_name, name) == 0)
			return true;
	return false;
}

bool dt_names_has(struct dt_lang *la, const char *name)
{
	uint32_t h = hash(name);

	return has(la->la_parse->ps_implicit[h % DT_NAMEBUCKETS], name, h);
}

void dt_names_add(struct dt_lang *la, const char *name)
{
	uint32_t h = hash(name);
	struct dt_name **b = &la->la_parse->ps_implicit[h % DT_NAMEBUCKETS], *nm;

	if (has(*b, name, h))
		return;
	nm = dt_lang_alloc(la, sizeof(*nm));
	nm->nm_name = name;
	nm->nm_hash = h;
	nm->nm_next = *b;
	*b = nm;
}
