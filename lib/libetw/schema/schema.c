/* The memory of a catalog, its hash tables, and building schemas. */
#include <stdlib.h>
#include "alloc.h"
#include "catalog.h"
#include "hash.h"

struct cat_chunk {
	struct cat_chunk *ck_next;
	size_t ck_used, ck_size;
	_Alignas(16) uint8_t ck_data[];
};

#define CHUNK ((size_t)64 << 10)

static bool chunk_add(struct etw_catalog *c, size_t n)
{
	size_t size = n > CHUNK ? n : CHUNK;
	struct cat_chunk *ck;

	if (c->ca_total + size > CAT_ARENA_MAX || !(ck = base_calloc(1, sizeof(*ck) + size))) {
		c->ca_full = true;
		return false;
	}
	c->ca_total += size;
	ck->ck_size = size;
	ck->ck_next = c->ca_chunks;
	c->ca_chunks = ck;
	return true;
}

void *cat_alloc(struct etw_catalog *c, size_t n)
{
	struct cat_chunk *ck = c->ca_chunks;
	void *p;

	if (n > CAT_ARENA_MAX)
		return NULL;
	n = (n + 15) & ~(size_t)15;
	if (!ck || n > ck->ck_size - ck->ck_used) {
		if (!chunk_add(c, n))
			return NULL;
		ck = c->ca_chunks;
	}
	p = ck->ck_data + ck->ck_used;
	ck->ck_used += n;
	return p;
}

char *cat_strndup(struct etw_catalog *c, const char *s, size_t n)
{
	char *p = cat_alloc(c, n + 1);

	if (p && n)
		memcpy(p, s, n);
	return p;
}

char *cat_utf16(struct etw_catalog *c, const uint8_t *p, size_t units)
{
	size_t n = 0;
	char *s;

	while (n < units && base_u16(p + 2 * n))
		n++;
	s = cat_alloc(c, n * 3 + 1);
	if (s)
		etw_utf16_to_utf8(p, n, s, n * 3 + 1);
	return s;
}

uint64_t cat_hash(const void *p, size_t n, uint64_t seed)
{
	return base_hash_bytes(base_hash_key(seed), p, n);
}

bool cat_table_put(struct base_table *t, uint64_t hash, void *p)
{
	void **value = base_table_add(t, hash);

	if (value)
		*value = p;
	return value;
}

/*
 * Building.
 */
void cat_build_start(struct cat_build *b, struct etw_catalog *c, const struct etw_guid *g)
{
	*b = (struct cat_build){ .cb_cat = c, .cb_schema = { .sc_provider = *g } };
}

struct etw_field *cat_build_field(struct cat_build *b, const char *name)
{
	struct etw_field *fd;

	if (b->cb_n == b->cb_max) {
		unsigned max = b->cb_max ? b->cb_max * 2 : 16;
		void *p = b->cb_n < CAT_MAXFIELDS ? base_realloc(b->cb_fields, max * sizeof(*fd)) :
						    NULL;

		if (!p) {
			b->cb_failed = true;
			return NULL;
		}
		b->cb_fields = p;
		b->cb_max = max;
	}
	fd = &b->cb_fields[b->cb_n++];
	*fd = (struct etw_field){ .fd_name = name,
		.fd_next = ETW_NOFIELD,
		.fd_child = ETW_NOFIELD };
	return fd;
}

void cat_build_drop(struct cat_build *b)
{
	free(b->cb_fields);
	b->cb_fields = NULL;
	b->cb_n = b->cb_max = 0;
}

struct etw_schema *cat_build_end(struct cat_build *b, bool linked)
{
	struct etw_schema *sc = b->cb_failed ? NULL : cat_alloc(b->cb_cat, sizeof(*sc));
	size_t size = b->cb_n * sizeof(*b->cb_fields);

	if (sc) {
		*sc = b->cb_schema;
		sc->sc_nfields = (uint16_t)b->cb_n;
		sc->sc_fields = cat_alloc(b->cb_cat, size + 1);
	}
	if (!sc || !sc->sc_fields) {
		cat_build_drop(b);
		return NULL;
	}
	for (unsigned i = 0; !linked && i + 1 < b->cb_n; i++)
		b->cb_fields[i].fd_next = (uint16_t)(i + 1);
	if (size)
		memcpy(sc->sc_fields, b->cb_fields, size);
	if (!linked)
		sc->sc_first = b->cb_n ? 0 : ETW_NOFIELD;
	cat_build_drop(b);
	return sc;
}

uint64_t cat_schema_hash(const struct etw_guid *g, bool classic, unsigned id, unsigned version)
{
	return cat_hash(g, sizeof(*g), (uint64_t)classic << 32 | id << 8 | version);
}

bool cat_provider_adds(struct etw_catalog *c, struct etw_schema *sc)
{
	struct etw_provider *pr = etw_provider_get(c, &sc->sc_provider);
	struct etw_schema **v;

	if (!pr)
		return false;
	if (pr->pr_nschemas == pr->pr_maxschemas) {
		uint32_t max = pr->pr_maxschemas ? pr->pr_maxschemas * 2 : 8;

		v = cat_alloc(c, max * sizeof(*v)); /* the old list stays in the arena */
		if (!v)
			return false;
		if (pr->pr_nschemas)
			memcpy(v, pr->pr_schemas, pr->pr_nschemas * sizeof(*v));
		pr->pr_schemas = v;
		pr->pr_maxschemas = max;
	}
	pr->pr_schemas[pr->pr_nschemas++] = sc;
	return true;
}

static void provider_replaces(struct etw_catalog *c, struct etw_schema *old, struct etw_schema *sc)
{
	struct etw_provider *pr = etw_provider_get(c, &sc->sc_provider);

	for (uint32_t i = 0; pr && i < pr->pr_nschemas; i++)
		if (pr->pr_schemas[i] == old)
			pr->pr_schemas[i] = sc;
}

void cat_schema_enter(struct etw_catalog *c, struct etw_schema *sc)
{
	uint64_t h = cat_schema_hash(&sc->sc_provider, sc->sc_classic, sc->sc_id, sc->sc_version);
	void **old = base_table_find(&c->ca_schemas, h);

	if (old && ((struct etw_schema *)*old)->sc_origin <= sc->sc_origin)
		return;
	if (old) {
		provider_replaces(c, *old, sc);
		sc->sc_seen = ((struct etw_schema *)*old)->sc_seen;
		*old = sc;
	} else if (!cat_provider_adds(c, sc) || !cat_table_put(&c->ca_schemas, h, sc)) {
		return;
	}
	/* a schema that was not found may exist now */
	base_table_clear(&c->ca_resolved);
}

void etw_catalog_close(struct etw_catalog *c)
{
	if (!c)
		return;
	cat_eventsource_free(c);
	for (struct cat_chunk *ck = c->ca_chunks, *next; ck; ck = next) {
		next = ck->ck_next;
		free(ck);
	}
	free(c->ca_providers);
	base_table_clear(&c->ca_byguid);
	base_table_clear(&c->ca_schemas);
	base_table_clear(&c->ca_resolved);
	base_table_clear(&c->ca_tl);
	base_table_clear(&c->ca_maps);
	base_table_clear(&c->ca_kinds);
	free(c);
}
