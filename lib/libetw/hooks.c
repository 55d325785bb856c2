#include "etl.h"

struct hook {
	uint16_t hk_id;
	const char *hk_name;
};

/* Ascending, for the binary search. */
static const struct hook hooks[] = {
/* clang-format off */
#define X(id, name) {id, #name},
/* clang-format on */
#include "hookids.def"
#undef X
};

#define NGROUPS 0x1f
#define GROUP_IMAGE 0x14
#define HOOK_IMAGE_LOAD 0x030a

static const struct etw_guid groups[NGROUPS] = {
#define X(group, name, d1, d2, d3, ...) [group] = { d1, d2, d3, { __VA_ARGS__ } },
#include "groups.def"
#undef X
};

static const char *const group_names[NGROUPS] = {
#define X(group, name, ...) [group] = #name,
#include "groups.def"
#undef X
};

const struct etw_guid etl_guid_zero;

const char *etw_hook_name(uint16_t id)
{
	size_t lo = 0, hi = sizeof(hooks) / sizeof(hooks[0]);

	while (lo < hi) {
		size_t mid = (lo + hi) / 2;

		if (hooks[mid].hk_id == id)
			return hooks[mid].hk_name;
		if (hooks[mid].hk_id < id)
			lo = mid + 1;
		else
			hi = mid;
	}
	return NULL;
}

const struct etw_guid *etw_group_guid(uint8_t group)
{
	return group < NGROUPS ? &groups[group] : &etl_guid_zero;
}

const char *etw_group_name(uint8_t group)
{
	return group < NGROUPS ? group_names[group] : NULL;
}

/* The image load is logged under the process group, and reported under the image group. */
const struct etw_guid *etw_hook_guid(uint16_t id)
{
	return etw_group_guid(id == HOOK_IMAGE_LOAD ? GROUP_IMAGE : (uint8_t)(id >> 8));
}
