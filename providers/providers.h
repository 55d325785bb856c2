/*
 * What the providers share.
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

#endif
