/*
 * Arguments that are records of the provider. To D, argN of such an argument is the address or
 * number by which the traced system knows the object: the same at each probe of its life, and never
 * an address of this process.
 */
#include <string.h>
#include "alloc.h"
#include "engine.h"

static const struct {
	const char *type;
	struct dif_argrecord record;
} records[] = {
	{ "thread_t *", { offsetof(thread_t, t_addr), sizeof(thread_t) } },
	{ "proc_t *", { offsetof(proc_t, p_addr), sizeof(proc_t) } },
	{ "buf_t *", { offsetof(buf_t, b_addr), sizeof(buf_t) } },
	{ "wfileinfo_t *", { offsetof(wfileinfo_t, f_irp), sizeof(wfileinfo_t) } },
	{ "tcpip_msg_t *", { offsetof(tcpip_msg_t, ti_connid), sizeof(tcpip_msg_t) } },
	{ "udpip_msg_t *", { offsetof(udpip_msg_t, ui_connid), sizeof(udpip_msg_t) } },
};

static const struct dif_argrecord *record_of(const char *type)
{
	for (unsigned i = 0; i < sizeof(records) / sizeof(records[0]); i++)
		if (!strcmp(type, records[i].type))
			return &records[i].record;
	return NULL;
}

int dt_argrecords_init(struct dt_engine *en, struct dt_probe *pr)
{
	for (unsigned i = 0; i < pr->pr_nargs; i++) {
		const struct dt_arg *ar = &pr->pr_args[i];
		const struct dif_argrecord *rk = record_of(ar->ar_native);

		if (!rk || ar->ar_from >= DT_MAXARGS)
			continue;
		if (!pr->pr_records)
			pr->pr_records = base_calloc(DT_MAXARGS, sizeof(*pr->pr_records));
		if (!pr->pr_records)
			return dt_fail(en, "no memory for the arguments of %s", pr->pr_name);
		pr->pr_records[ar->ar_from] = *rk;
	}
	return 0;
}
