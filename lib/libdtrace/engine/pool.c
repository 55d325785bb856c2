#include <string.h>
#include <sys/mman.h>
#include "pool.h"

int dt_pool_init(struct dt_pool *po, size_t reserve)
{
	memset(po, 0, sizeof *po);
	for (; reserve >= (1 << 20); reserve /= 2) {
		void *p = mmap(NULL, reserve, PROT_READ | PROT_WRITE,
			MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
		if (p != MAP_FAILED) {
			po->po_base = po->po_cur = p;
			po->po_end = po->po_base + reserve;
			return 0;
		}
	}
	return -1;
}

void dt_pool_fini(struct dt_pool *po)
{
	if (po->po_base)
		munmap(po->po_base, po->po_end - po->po_base);
	po->po_base = NULL;
}

static unsigned pool_class(size_t size)
{
	unsigned c = 4;	/* 16 bytes */

	while (((size_t)1 << c) < size)
		c++;
	return c;
}

void *dt_pool_alloc(struct dt_pool *po, size_t size)
{
	unsigned c = pool_class(size);
	size_t n = (size_t)1 << c;
	void **p;

	if (c >= DT_POOL_CLASSES)
		return NULL;
	p = po->po_free[c];
	if (p) {
		po->po_free[c] = *p;
		return memset(p, 0, n);
	}
	if ((size_t)(po->po_end - po->po_cur) < n)
		return NULL;
	p = (void **)po->po_cur;
	po->po_cur += n;
	return p;	/* fresh pages are zero */
}

void dt_pool_free(struct dt_pool *po, void *p, size_t size)
{
	unsigned c = pool_class(size);

	if (!p)
		return;
	*(void **)p = po->po_free[c];
	po->po_free[c] = p;
}

/* What a full pool gives instead of a string: records never hold NULL. */
static char pool_nothing[1];

char *dt_pool_strdup(struct dt_pool *po, const char *s)
{
	size_t n = strlen(s ? s : "") + 1;
	char *d = dt_pool_alloc(po, n);

	return d ? memcpy(d, s ? s : "", n) : pool_nothing;
}

void dt_pool_strfree(struct dt_pool *po, char *s)
{
	if (s && s != pool_nothing)
		dt_pool_free(po, s, strlen(s) + 1);
}

void dt_pool_setstr(struct dt_pool *po, char **sp, const char *s)
{
	if (*sp && !strcmp(*sp, s))
		return;
	dt_pool_strfree(po, *sp);
	*sp = dt_pool_strdup(po, s);
}
