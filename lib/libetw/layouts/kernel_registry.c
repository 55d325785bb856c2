/* Registry: operations on keys and values, key control blocks. */
#include "etw_registry.h"
#include "kernel.h"

static void take_v0(struct kr *k, struct etw_registry *rg, unsigned version)
{
	rg->rg_status = (uint32_t)kr_ptr(k, "status");
	rg->rg_key = kr_ptr(k, "key handle");
	rg->rg_elapsed = kr_u64(k, "elapsed time");
	if (version >= 1)
		rg->rg_index = kr_u32(k, "index");
}

static void take_v2(struct kr *k, struct etw_registry *rg)
{
	rg->rg_initial = kr_u64(k, "initial time");
	rg->rg_status = kr_u32(k, "status");
	rg->rg_index = kr_u32(k, "index");
	rg->rg_key = kr_ptr(k, "key handle");
}

int etw_decode_registry(const struct etw_event *ev, struct etw_registry *rg)
{
	struct kr k;

	memset(rg, 0, sizeof(*rg));
	kr_init(&k, ev);
	if (ev->ev_version < 2)
		take_v0(&k, rg, ev->ev_version);
	else
		take_v2(&k, rg);
	rg->rg_name = kr_utf16(&k, &rg->rg_units);
	return kr_done(&k);
}
