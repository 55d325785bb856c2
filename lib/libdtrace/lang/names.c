/* Names that the text uses as variables; the lexer asks, because a type may have the same name. */
#include <string.h>
#include "parse.h"

static struct dt_name **bucket(struct dt_lang *la, const char *name)
{
	uint32_t h = 2166136261u;

	for (; *name != '\0'; name++)
		h = (h ^ (unsigned char)*name) * 16777619u;
	return &la->la_parse->ps_implicit[h % DT_NAMEBUCKETS];
}

bool dt_names_has(struct dt_lang *la, const char *name)
{
	const struct dt_name *nm;

	for (nm = *bucket(la, name); nm != NULL; nm = nm->nm_next)
		if (strcmp(nm->nm_name, name) == 0)
			return true;
	return false;
}

void dt_names_add(struct dt_lang *la, const char *name)
{
	struct dt_name **b = bucket(la, name), *nm;

	if (dt_names_has(la, name))
		return;
	nm = dt_lang_alloc(la, sizeof(*nm));
	nm->nm_name = name;
	nm->nm_next = *b;
	*b = nm;
}
