/*
 * The native records: what an event says, in plain C.
 *
 * Every feed fills these records, and both C and D read them: this file is included by the C side and
 * parsed, with its preprocessor lines removed, by the D compiler at start-up.  No other copy of a layout
 * exists.  So it holds declarations only, in the part of C that D understands: no bit-fields that
 * straddle, no initialisers, no attributes, no inline comments that start with two slashes.
 *
 * Records live in the memory of the system table (engine/system.c), which keeps a record of a process or
 * thread as long as anything can still refer to it; strings in a record are NUL-terminated UTF-8 and live
 * as long as the record.
 */
#ifndef DTRACE_RECORDS_H
#define DTRACE_RECORDS_H

#include <stdint.h>

typedef struct proc {
	int32_t p_pid;
	int32_t p_ppid;
	int32_t p_pgid;
	int32_t p_sid;		/* session id */
	uint32_t p_uid;
	uint32_t p_gid;
	uint32_t p_euid;
	uint32_t p_egid;
	int32_t p_model;	/* 1 ILP32, 2 LP64, 0 not known */
	int32_t p_exit;		/* exit status once it has exited */
	uint32_t p_flags;	/* PROC_* below */
	int32_t p_nthreads;
	int32_t p_argc;
	int32_t p_pad;
	uint64_t p_addr;	/* the kernel's object, or another unique key */
	int64_t p_start;	/* wall time, ns since 1970 UTC, 0 not known */
	char *p_name;		/* execname */
	char *p_args;		/* command line, never NULL */
} proc_t;

typedef struct thread {
	int32_t t_tid;
	int32_t t_pri;
	int32_t t_state;	/* as the source encodes it */
	int32_t t_cpu;		/* last CPU it ran on, -1 not known */
	uint32_t t_flags;	/* THREAD_* below */
	int32_t t_waitreason;	/* Windows: why it waits */
	int32_t t_waitmode;
	int32_t t_waitpri;
	uint32_t t_waittime;
	int32_t t_iopri;
	int32_t t_pagepri;
	int32_t t_nice;
	int32_t t_syscall;	/* system call it is in, -1 none */
	int32_t t_pad;
	uint64_t t_affinity;
	uint64_t t_addr;	/* the kernel's object, or another unique key */
	uint64_t t_startaddr;
	uint64_t t_ontime;	/* ns on CPU before t_onsince */
	uint64_t t_onsince;	/* when it was last switched in, 0 when it is off CPU */
	char *t_name;		/* thread name, never NULL */
	proc_t *t_proc;		/* never NULL */
} thread_t;

/* A descriptor of a process, as fds[] shows it. */
typedef struct ofile {
	int32_t of_fd;		/* -1: not open */
	uint32_t of_flags;	/* as open(2) takes them */
	int64_t of_offset;
	char *of_path;		/* strings are never NULL */
	char *of_fs;		/* type of the file system */
	char *of_mount;		/* where it is mounted */
} ofile_t;

typedef struct cpu {
	int32_t c_id;
	int32_t c_chip;
	int32_t c_lgrp;
	int32_t c_pset;
	thread_t *c_thread;	/* what runs there, the idle thread included; never NULL */
} cpu_t;

#endif
