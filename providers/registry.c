/*
 * The list of providers: a new one is a file, providers/NAME.c, and a line here. The engine itself
 * has BEGIN, END and ERROR of the dtrace provider.
 */
#include "dtrace_provider.h"

#define PROVIDERS(X) \
	X(syscall) \
	X(proc) \
	X(sched) \
	X(profile) \
	X(lockstat) \
	X(sysinfo) \
	X(vminfo) \
	X(dnet) \
	X(io) \
	X(fsinfo) \
	X(reg) \
	X(pf) \
	X(tcpip) \
	X(udpip) \
	X(dpc) \
	X(isr) \
	X(pmc) \
	X(hwconfig) \
	X(diag) \
	X(etw) \
	X(tracepoint) \
	X(fbt) \
	X(pid) \
	X(usdt) \
	X(plockstat)

#define X(name) extern const struct dt_provider dt_prov_##name;
PROVIDERS(X)
#undef X

#define X(name) &dt_prov_##name,
const struct dt_provider *const dt_providers[] = { PROVIDERS(X) NULL };
