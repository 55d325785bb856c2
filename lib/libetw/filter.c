/*
 * What a walk delivers: hook ids of kernel records, GUIDs of all others. An unwanted record costs
 * reading its header and one check here. The bits of fi_some exclude most unwanted GUIDs; the
 * others are looked up.
 */
#include <stdlib.h>
#include "alloc.h"
#include "etl.h"

struct wanted {
	struct base_link wa_link;
	struct etw_guid wa_guid;
};

struct etw_filter *etw_filter_create(void)
{
	return base_calloc(1, sizeof(struct etw_filter));
}

static void wanted_free(struct base_link *ln)
{
	free(BASE_ENTRY(ln, struct wanted, wa_link));
}

void etw_filter_free(struct etw_filter *f)
{
	if (f)
		base_index_clear(&f->fi_guids, wanted_free);
	free(f);
}

void etw_filter_all(struct etw_filter *f)
{
	f->fi_all = true;
}

void etw_filter_hook(struct etw_filter *f, uint16_t hook)
{
	f->fi_hooks[hook / 64] |= UINT64_C(1) << hook % 64;
}

void etw_filter_unhook(struct etw_filter *f, uint16_t hook)
{
	f->fi_hooks[hook / 64] &= ~(UINT64_C(1) << hook % 64);
}

static uint64_t guid_hash(const uint8_t *guid)
{
	return base_hash_bytes(base_secret(), guid, sizeof(struct etw_guid));
}

int etw_filter_guid(struct etw_filter *f, const struct etw_guid *g)
{
	const uint8_t *guid = (const uint8_t *)g;
	uint32_t h = etl_guid_hash(guid) % ETL_SOME;
	struct wanted *wa;

	if (etl_wanted_guid(f, guid))
		return 0;
	wa = base_malloc(sizeof(*wa));
	if (!wa)
		return -1;
	wa->wa_guid = *g;
	base_index_add(&f->fi_guids, &wa->wa_link, guid_hash(guid));
	f->fi_some[h / 64] |= UINT64_C(1) << h % 64;
	return 0;
}

bool etl_wanted_guid(const struct etw_filter *f, const uint8_t *guid)
{
	struct base_link *ln = base_index_first(&f->fi_guids, guid_hash(guid));

	while (ln &&
		memcmp(&BASE_ENTRY(ln, struct wanted, wa_link)->wa_guid, guid,
			sizeof(struct etw_guid)))
		ln = base_index_next(ln);
	return ln;
}

void etw_set_filter(struct etw_trace *t, const struct etw_filter *f)
{
	t->tr_filter = f && !f->fi_all ? f : NULL;
}
