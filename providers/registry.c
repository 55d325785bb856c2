/*
 * The list of providers.  A new provider is one file and one line here (and its name in
 * providers.h). BEGIN, END and ERROR of the dtrace provider are the engine's own.
 */
#include "providers.h"

const struct dt_provider *const dt_providers[] = {
	&dt_prov_syscall,
	&dt_prov_proc,
	&dt_prov_sched,
	&dt_prov_profile,
	&dt_prov_lockstat,
	&dt_prov_sysinfo,
	&dt_prov_vminfo,
	&dt_prov_dnet,
	&dt_prov_io,
	&dt_prov_fsinfo,
	&dt_prov_reg,
	&dt_prov_pf,
	&dt_prov_tcpip,
	&dt_prov_udpip,
	&dt_prov_dpc,
	&dt_prov_isr,
	&dt_prov_pmc,
	&dt_prov_hwconfig,
	&dt_prov_diag,
	&dt_prov_etw,
	&dt_prov_tracepoint,
	&dt_prov_fbt,
	NULL,
};
