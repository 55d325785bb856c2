/*
 * The providers by name, for registry.c and for the tests.
 *
 * A provider stands in one file, providers/<name>.c: its probes and their arguments in one table,
 * the handlers of the Windows trace events that feed it, the handlers of the Linux events that feed
 * it, and the struct that ties them together at the end.  Where that is too much for a file, a half
 * has its own: <name>_linux.c.  Both halves fill the same arguments, so a script can't tell which
 * one it hangs on.
 */
#ifndef PROVIDERS_H
#define PROVIDERS_H

#include "dtrace_provider.h"

/*
 * Stability of a provider whose names mean the same on every system: module and function are
 * nobody's contract.
 */
/* clang-format off */
#define PROVIDER_ATTRS { \
	.pa_provider = { DT_STAB_EVOLVING, DT_STAB_EVOLVING, DT_CLASS_COMMON }, \
	.pa_module = { DT_STAB_PRIVATE, DT_STAB_PRIVATE, DT_CLASS_UNKNOWN }, \
	.pa_function = { DT_STAB_PRIVATE, DT_STAB_PRIVATE, DT_CLASS_UNKNOWN }, \
	.pa_name = { DT_STAB_EVOLVING, DT_STAB_EVOLVING, DT_CLASS_COMMON }, \
	.pa_args = { DT_STAB_EVOLVING, DT_STAB_EVOLVING, DT_CLASS_COMMON }, \
}
/* clang-format on */

enum { NET_INET = 2, NET_INET6 = 10 }; /* families of addresses, as inet_ntop() of D knows them */

extern const struct dt_provider dt_prov_proc;
extern const struct dt_provider dt_prov_sched;
extern const struct dt_provider dt_prov_profile;
extern const struct dt_provider dt_prov_lockstat;
extern const struct dt_provider dt_prov_sysinfo;
extern const struct dt_provider dt_prov_vminfo;
extern const struct dt_provider dt_prov_dnet;
extern const struct dt_provider dt_prov_io;
extern const struct dt_provider dt_prov_fsinfo;
extern const struct dt_provider dt_prov_reg;
extern const struct dt_provider dt_prov_pf;
extern const struct dt_provider dt_prov_tracepoint, dt_prov_fbt, dt_prov_diag;
extern const struct dt_provider dt_prov_etw;
extern const struct dt_provider dt_prov_syscall;
extern const struct dt_provider dt_prov_tcpip;
extern const struct dt_provider dt_prov_udpip;
extern const struct dt_provider dt_prov_dpc;
extern const struct dt_provider dt_prov_isr;
extern const struct dt_provider dt_prov_pmc;
extern const struct dt_provider dt_prov_hwconfig;

#endif
