/* Which layout an event has. */
#include <limits.h>
#include "layout.h"

static bool is_classic(const struct etw_event *ev)
{
	return ev->ev_kind != ETW_EVENT || (ev->ev_flags & ETW_FLAG_CLASSIC);
}

static int compare(const struct layout *ly, unsigned provider, unsigned id, unsigned version)
{
	if (ly->ly_provider != provider)
		return ly->ly_provider < provider ? -1 : 1;
	if (ly->ly_id != id)
		return ly->ly_id < id ? -1 : 1;
	return ly->ly_since < version ? -1 : ly->ly_since > version;
}

/* The number of layouts before that one. */
static unsigned rank(unsigned provider, unsigned id, unsigned version)
{
	unsigned lo = 0, hi = etl_nlayouts;

	while (lo < hi) {
		unsigned mid = lo + (hi - lo) / 2;

		if (compare(&etl_layouts[mid], provider, id, version) < 0)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

static unsigned provider_of(const struct etw_guid *g)
{
	unsigned i = 0;

	while (i < etl_nlayoutproviders && !etw_guid_eq(&etl_layout_providers[i].lp_guid, g))
		i++;
	return i;
}

const struct layout *etl_layouts_of(const struct etw_guid *g, unsigned *n)
{
	unsigned provider = provider_of(g), first = rank(provider, 0, 0);

	*n = rank(provider + 1, 0, 0) - first;
	return *n ? &etl_layouts[first] : NULL;
}

static const struct layout *search(unsigned provider, unsigned id, unsigned version)
{
	unsigned at = rank(provider, id, version + 1);
	const struct layout *ly = at ? &etl_layouts[at - 1] : NULL;

	return ly && ly->ly_provider == provider && ly->ly_id == id ? ly : NULL;
}

/*
 * Cached, because an event is looked up several times, and the next one is often of the same kind.
 */
const struct layout *etl_layout_of(const struct etw_event *ev)
{
	static _Thread_local struct {
		unsigned provider, id, version;
		const struct layout *ly;
	} last = { UINT_MAX, 0, 0, NULL };
	unsigned provider = provider_of(ev->ev_provider);
	unsigned id = is_classic(ev) ? ev->ev_opcode : ev->ev_id;

	if (provider == etl_nlayoutproviders)
		return NULL;
	if (last.provider != provider || last.id != id || last.version != ev->ev_version) {
		last.ly = search(provider, id, ev->ev_version);
		last.provider = provider;
		last.id = id;
		last.version = ev->ev_version;
	}
	return last.ly;
}

unsigned etl_layout_width(const struct etw_field *fd, unsigned ptrsize)
{
	switch (fd->fd_type) {
	case ETW_T_U8: return 1;
	case ETW_T_U16: return 2;
	case ETW_T_I32:
	case ETW_T_U32:
	case ETW_T_BOOL: return 4;
	case ETW_T_I64:
	case ETW_T_U64:
	case ETW_T_F64: return 8;
	case ETW_T_GUID: return 16;
	case ETW_T_POINTER:
	case ETW_T_SIZE: return ptrsize;
	case ETW_T_UTF16: return 2u * fd->fd_length;
	case ETW_T_BINARY: return fd->fd_length;
	}
	return 0;
}

const char *etw_record_of(const struct etw_event *ev)
{
	const struct layout *ly = etl_layout_of(ev);

	return ly && ly->ly_record ? ly->ly_record->lr_name : NULL;
}
