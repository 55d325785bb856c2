/*
 * Where a system call's number and arguments are, at sys_enter and still at sys_exit, as paths from
 * their argument "regs"; and the guard that excludes the calls of 32-bit processes, which have
 * other numbers.
 */
#ifndef DT_LINUX_SYSREGS_H
#define DT_LINUX_SYSREGS_H

#if defined(__aarch64__)
#define SYSCALL_NR "regs->syscallno"
#define SYSCALL_ARG0 "regs->orig_x0"
#define SYSCALL_ARG1 "regs->regs[1]"
#define SYSCALL_ARG2 "regs->regs[2]"
#define SYSCALL_ARG3 "regs->regs[3]"
#define SYSCALL_ARG4 "regs->regs[4]"
#define SYSCALL_ARG5 "regs->regs[5]"
#define SYSCALL_GUARD "current->thread_info.flags", .ls_guardmask = 1 << 22 /* TIF_32BIT */
#else
#define SYSCALL_NR "regs->orig_ax"
#define SYSCALL_ARG0 "regs->di"
#define SYSCALL_ARG1 "regs->si"
#define SYSCALL_ARG2 "regs->dx"
#define SYSCALL_ARG3 "regs->r10"
#define SYSCALL_ARG4 "regs->r8"
#define SYSCALL_ARG5 "regs->r9"
#define SYSCALL_GUARD "current->thread_info.status", .ls_guardmask = 0x2 /* TS_COMPAT */
#endif

#endif
