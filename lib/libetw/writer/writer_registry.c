/* The layouts of kernel_registry.c, written. */
#include "etw_registry.h"
#include "kernel_write.h"

static void put_v0(struct kw *k, const struct etw_registry *rg, unsigned version)
{
	kw_ptr(k, rg->rg_status);
	kw_ptr(k, rg->rg_key);
	kw_num(k, 8, rg->rg_elapsed);
	if (version >= 1)
		kw_num(k, 4, rg->rg_index);
}

static void put_v2(struct kw *k, const struct etw_registry *rg)
{
	kw_num(k, 8, rg->rg_initial);
	kw_num(k, 4, rg->rg_status);
	kw_num(k, 4, rg->rg_index);
	kw_ptr(k, rg->rg_key);
}

int etw_write_registry(struct etw_writer *w, struct etw_event *ev, const struct etw_registry *rg)
{
	struct kw k;

	kw_init(&k, ev);
	if (ev->ev_version < 2)
		put_v0(&k, rg, ev->ev_version);
	else
		put_v2(&k, rg);
	kw_utf16(&k, rg->rg_name, rg->rg_units);
	return kw_put(w, ev, &k, ETW_SYSTEM, 0x09);
}
