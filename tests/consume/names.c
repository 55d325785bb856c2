/* Stands in for lang/ until it is there. */
#include "lang/types.h"

char *dt_type_name(const struct dt_type *ty, char *buf, size_t size)
{
	(void)ty;
	(void)size;
	buf[0] = '\0';
	return buf;
}

const struct dt_type *dt_type_resolve(const struct dt_type *ty)
{
	return ty;
}

bool dt_type_is_sou(const struct dt_type *ty)
{
	return ty->ty_kind == TY_STRUCT || ty->ty_kind == TY_UNION;
}
