/* The texts of run-time messages: faults and drops. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "handle.h"

static size_t fault_where(char *out, size_t size, unsigned action, int64_t offset)
{
	size_t n = action ? (size_t)snprintf(out, size, " in action #%u", action) :
			    (size_t)snprintf(out, size, " in predicate");

	if (offset >= 0)
		n += snprintf(out + n, size - n, " at DIF offset %" PRId64, offset);
	return n;
}

/* The probe's memory is not that of the process. */
static const char *fault_hint(const dtrace_hdl_t *h, int64_t offset, int fault, uint64_t addr)
{
	const struct dif_mach *ma = &h->dh_engine->en_mach;
	const struct dif_object *obj = ma->ma_obj;

	if (addr >= (uintptr_t)ma->ma_scratch && addr <= (uintptr_t)ma->ma_scratch_end)
		return NULL;
	if (fault != DIF_FLT_BADADDR || addr < 4096 || addr >> 63 || !h->dh_feedops->fo_live)
		return NULL;
	if (offset >= 0 && (!obj || dif_is_user_access(obj, (uint32_t)(offset / 4))))
		return NULL;
	return "an address in the process is read by copyinstr() or copyin()";
}

/* text: the message of a fault in the library; NULL: made of fault, addr and place. */
void dt_report_fault(dtrace_hdl_t *h, const struct dt_ecb *ec, unsigned action, int64_t offset,
	int fault, uint64_t addr, const char *text)
{
	const struct dt_probe *pr = ec->ec_desc.ep_probe;
	char msg[1024], addrtext[32] = "", where[64] = "";
	dtrace_probedesc_t pd = dt_public_probe(pr);
	dtrace_errdata_t ed = { .dteda_handle = h,
		.dteda_edesc = dt_public_ep(h, &ec->ec_desc),
		.dteda_pdesc = &pd,
		.dteda_cpu = text ? h->dh_probe.dtpda_cpu :
				    (int)h->dh_engine->en_mach.ma_fi->fi_cpu,
		.dteda_action = action,
		.dteda_offset = offset,
		.dteda_fault = fault,
		.dteda_addr = addr,
		.dteda_msg = msg,
		.dteda_time = h->dh_engine->en_now };

	if (!ed.dteda_edesc)
		return;
	if (!text) {
		text = dif_fault_text(fault);
		if (fault == DIF_FLT_BADADDR || fault == DIF_FLT_BADALIGN ||
			fault == DIF_FLT_BADSTACK)
			snprintf(addrtext, sizeof(addrtext), " (0x%" PRIx64 ")", addr);
		fault_where(where, sizeof(where), action, offset);
		ed.dteda_hint = fault_hint(h, offset, fault, addr);
	}
	snprintf(msg, sizeof(msg), "error on enabled probe ID %u (ID %u: %s:%s:%s:%s): %s%s%s\n",
		ec->ec_desc.ep_id, pr->pr_id, pr->pr_prov, pr->pr_mod, pr->pr_func, pr->pr_name,
		text, addrtext, where);
	if (!h->dh_errfn)
		fprintf(stderr, "dtrace: %s", msg);
	else if (h->dh_errfn(&ed, h->dh_errarg) == DTRACE_HANDLE_ABORT)
		h->dh_abort = true;
}

static const char *const drop_tags[] = {
	[DTRACEDROP_PRINCIPAL] = "DTRACEDROP_PRINCIPAL",
	[DTRACEDROP_AGGREGATION] = "DTRACEDROP_AGGREGATION",
	[DTRACEDROP_DYNAMIC] = "DTRACEDROP_DYNAMIC",
	[DTRACEDROP_SPEC] = "DTRACEDROP_SPEC",
	[DTRACEDROP_SPECUNAVAIL] = "DTRACEDROP_SPECUNAVAIL",
	[DTRACEDROP_DBLERROR] = "DTRACEDROP_DBLERROR",
};

static void report_drop(dtrace_hdl_t *h, dtrace_dropkind_t kind, const struct dt_probe *pr, int cpu,
	uint64_t n, const char *what, const char *tail)
{
	char msg[1024], at[768] = "", prefix[64] = "", on[32] = "";
	dtrace_dropdata_t dd = { .dtdda_handle = h,
		.dtdda_kind = kind,
		.dtdda_cpu = cpu,
		.dtdda_drops = n,
		.dtdda_msg = msg };
	dtrace_probedesc_t pd;

	if (!n)
		return;
	h->dh_droptotal += n;
	dd.dtdda_total = h->dh_droptotal;
	if (dt_opt(&h->dh_opts, DT_OPT_DROPTAGS) > 0)
		snprintf(prefix, sizeof(prefix), "[%s] ", drop_tags[kind]);
	if (cpu >= 0)
		snprintf(on, sizeof(on), " on CPU %d", cpu);
	if (pr) {
		pd = dt_public_probe(pr);
		dd.dtdda_probe = &pd;
		snprintf(at, sizeof(at), " at %s:%s:%s:%s", pr->pr_prov, pr->pr_mod, pr->pr_func,
			pr->pr_name);
	}
	snprintf(msg, sizeof(msg), "%s%" PRIu64 " %s%s%s%s%s\n", prefix, n, what, n > 1 ? "s" : "",
		tail, on, at);
	if (!h->dh_dropfn)
		fprintf(stderr, "dtrace: %s", msg);
	else if (h->dh_dropfn(&dd, h->dh_droparg) == DTRACE_HANDLE_ABORT)
		h->dh_abort = true;
}

void dt_report_drops(dtrace_hdl_t *h)
{
	struct dt_engine *en = h->dh_engine;
	struct dt_drop_counts *dc = &en->en_drops;

	for (unsigned i = 0; i < en->en_nlosses; i++) {
		struct dt_loss *lo = &en->en_losses[i];

		report_drop(h, DTRACEDROP_PRINCIPAL, lo->lo_probe,
			lo->lo_cpu == DT_NOID ? -1 : (int)lo->lo_cpu, lo->lo_count, "drop", "");
		lo->lo_count = 0;
	}
	if (en->en_aggs)
		report_drop(h, DTRACEDROP_AGGREGATION, NULL, 0, dt_aggs_drops(en->en_aggs),
			"aggregation drop", "");
	if (en->en_mach.ma_dyn)
		report_drop(h, DTRACEDROP_DYNAMIC, NULL, -1, dif_dyn_drops(en->en_mach.ma_dyn),
			"dynamic variable drop", "");
	report_drop(h, DTRACEDROP_SPEC, NULL, -1, dc->dc_spec, "speculative drop", "");
	report_drop(h, DTRACEDROP_SPECUNAVAIL, NULL, -1, dc->dc_specunavail, "failed speculation",
		" (no speculative buffer available)");
	dc->dc_spec = dc->dc_specunavail = 0;
	report_drop(h, DTRACEDROP_DBLERROR, NULL, -1, dc->dc_dblerror, "error",
		" in ERROR probe enabling");
	dc->dc_dblerror = 0;
}
