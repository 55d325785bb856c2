/*
 * What a walk is asked for: hook ids of kernel records, GUIDs of all others. A record that is
 * not wanted costs its header and one look here. The bits of fi_some answer for most GUIDs that
 * are not wanted; those that pass are looked up.
 */
#include <stdlib.h>
#include "alloc.h"
#include "etl.h"

struct etw_filter *etw_filter_create(void)
{
	return base_calloc(1, sizeof(struct etw_filter));
}

void etw_filter_free(struct etw_filter *f)
{
	if (f)
		free(f->fi_guids);
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

static struct etw_guid *slot(const struct etw_filter *f, const uint8_t *guid)
{
	uint32_t i = etl_guid_hash(guid) & (f->fi_nguids - 1);

	while (f->fi_used[i] && memcmp(&f->fi_guids[i], guid, sizeof(struct etw_guid)))
		i = (i + 1) & (f->fi_nguids - 1);
	return &f->fi_guids[i];
}

static bool enter(struct etw_filter *f, const struct etw_guid *g)
{
	struct etw_guid *s = slot(f, (const uint8_t *)g);
	uint8_t *used = &f->fi_used[s - f->fi_guids];

	if (*used)
		return false;
	*used = 1;
	*s = *g;
	return true;
}

static bool grow(struct etw_filter *f)
{
	struct etw_filter old = *f;
	uint32_t n = old.fi_nguids ? 2 * old.fi_nguids : 16;

	f->fi_guids = base_calloc(n, sizeof(*f->fi_guids) + 1);
	if (!f->fi_guids) {
		f->fi_guids = old.fi_guids;
		return false;
	}
	f->fi_nguids = n;
	f->fi_used = (uint8_t *)(f->fi_guids + n);
	for (uint32_t i = 0; i < old.fi_nguids; i++)
		if (old.fi_used[i])
			enter(f, &old.fi_guids[i]);
	free(old.fi_guids);
	return true;
}

int etw_filter_guid(struct etw_filter *f, const struct etw_guid *g)
{
	uint32_t h = etl_guid_hash((const uint8_t *)g) % ETL_SOME;

	if (2 * f->fi_count >= f->fi_nguids && !grow(f))
		return -1;
	f->fi_count += enter(f, g);
	f->fi_some[h / 64] |= UINT64_C(1) << h % 64;
	return 0;
}

bool etl_wanted_guid(const struct etw_filter *f, const uint8_t *guid)
{
	return f->fi_nguids && f->fi_used[slot(f, guid) - f->fi_guids];
}

void etw_set_filter(struct etw_trace *t, const struct etw_filter *f)
{
	t->tr_filter = f && !f->fi_all ? f : NULL;
}
