/*
 * What the providers share.
 *
 * registry.c lists them. A provider is one file named after it: its probes and their arguments in
 * one table, the handlers of the Windows events that feed it, the handlers of the Linux events that
 * feed it, and at the end the struct that ties them together. If that is too much for one file, the
 * Linux half is in a second one (proc_linux.c, sched_linux.c, fsinfo_linux.c, hwconfig_linux.c;
 * proc_signal.c has the signals). Both halves fill the same arguments, so a script can't tell which
 * one fires.
 *
 *   syscall.c                        system calls
 *   proc.c, sched.c                  processes and threads; the scheduler
 *   profile.c, pmc.c                 ticks and samples; performance counters
 *   lockstat.c, sysinfo.c, vminfo.c  locks; counters of the system and of virtual memory
 *   io.c, fsinfo.c, pf.c             disks; files; page faults
 *   tcpip.c, udpip.c                 the network (sockets.c is what both share)
 *   dpc.c, isr.c                     deferred procedure calls, softirqs; interrupts
 *   reg.c, dnet.c, hwconfig.c        Windows' registry; .NET; the machine's configuration
 *   etw.c, diag.c                    every ETW provider of a trace; events that nothing else shows
 *   tracepoint.c, fbt.c              every tracepoint of the kernel; its functions
 *   pid.c, usdt.c                    functions of processes; the probes that they declare
 *                                    (userobject.c is what both share; pidlater.c: libraries that
 *                                    a process may load later)
 *   plockstat.c                      locks of user programs
 */
#ifndef PROVIDERS_H
#define PROVIDERS_H

#include "dtrace_provider.h"

/*
 * Stability of a provider's name, of its probes' names, and of their arguments; module and function
 * are private. PROVIDER_ATTRS: the names mean the same on every system; PROVIDER_ATTRS_ISA: as the
 * classic systems rate proc, sched, io and the like.
 */
/* clang-format off */
#define UNSTABLE_COMMON { DT_STAB_UNSTABLE, DT_STAB_UNSTABLE, DT_CLASS_COMMON }
#define EVOLVING_COMMON { DT_STAB_EVOLVING, DT_STAB_EVOLVING, DT_CLASS_COMMON }
#define EVOLVING_ISA { DT_STAB_EVOLVING, DT_STAB_EVOLVING, DT_CLASS_ISA }
#define PRIVATE_ISA { DT_STAB_PRIVATE, DT_STAB_PRIVATE, DT_CLASS_ISA }
#define PROVIDER_STABILITY(provider, name, args) { \
	.pa_provider = provider, \
	.pa_module = { DT_STAB_PRIVATE, DT_STAB_PRIVATE, DT_CLASS_UNKNOWN }, \
	.pa_function = { DT_STAB_PRIVATE, DT_STAB_PRIVATE, DT_CLASS_UNKNOWN }, \
	.pa_name = name, \
	.pa_args = args, \
}
#define PROVIDER_ATTRS PROVIDER_STABILITY(EVOLVING_COMMON, EVOLVING_COMMON, EVOLVING_COMMON)
#define PROVIDER_ATTRS_ISA PROVIDER_STABILITY(EVOLVING_ISA, EVOLVING_ISA, EVOLVING_ISA)
/* clang-format on */

enum { NET_INET = 2, NET_INET6 = 10 }; /* families of addresses, as inet_ntop() of D knows them */

#endif
