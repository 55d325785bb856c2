/*
 * Names that the text uses as variables. The lexer needs them, because a type may have the same
 * name.
 */
#include <string.h>
#include "parse.h"

bool dt_names_has(struct dt_lang *la, const char *name)
{
	struct base_link *ln = base_index_first(&la->la_parse->ps_implicit, base_hash_text(name));

	while (ln && strcmp(BASE_ENTRY(ln, struct dt_name, nm_link)->nm_name, name) != 0)
		ln = base_index_next(ln);
	return ln;
}

void dt_names_add(struct dt_lang *la, const char *name)
{
	struct dt_name *nm;

	if (dt_names_has(la, name))
		return;
	nm = dt_lang_alloc(la, sizeof(*nm));
	nm->nm_name = name;
	base_index_add(&la->la_parse->ps_implicit, &nm->nm_link, base_hash_text(name));
}
