#include <string.h>
#include "alloc.h"
#include "pool.h"

void *dt_pool_alloc(struct dif_blocks *po, size_t size)
{
	uint32_t block = dif_blocks_alloc(po, size);

	return block ? memset(dif_blocks_at(po, block), 0, size) : base_alloc_checked(NULL);
}

void dt_pool_free(struct dif_blocks *po, void *p, size_t size)
{
	if (p)
		dif_blocks_free(po, ((uint8_t *)p - po->bl_base) / DIF_BLOCK_UNIT, size);
}

/* A full pool returns this for a string: records never contain NULL. */
static char pool_nothing[1];

char *dt_pool_strdup(struct dif_blocks *po, const char *s)
{
	size_t n = strlen(s ? s : "") + 1;
	char *d = dt_pool_alloc(po, n);

	return d ? memcpy(d, s ? s : "", n) : pool_nothing;
}

void dt_pool_strfree(struct dif_blocks *po, char *s)
{
	if (s && s != pool_nothing)
		dt_pool_free(po, s, strlen(s) + 1);
}

void dt_pool_setstr(struct dif_blocks *po, char **sp, const char *s)
{
	char *old = *sp;

	if (old && !strcmp(old, s))
		return;
	*sp = dt_pool_strdup(po, s); /* s may be a part of the old one */
	dt_pool_strfree(po, old);
}
