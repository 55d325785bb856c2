/*
 * The native records: the contents of events, as plain C structures.
 *
 * Every feed fills these records, and both C and D read them: C sources include this file, and the
 * D compiler parses it at start-up, without its preprocessor lines.  There is no other copy of a
 * layout.  So the file holds declarations only, in the part of C that D understands: no bit-fields
 * that straddle, no initialisers, no attributes, no inline comments that start with two slashes.
 * To D, a member `char *' is a string, the text that it points to.  So a record whose members are
 * what scripts need has no translator.
 *
 * Records are in the memory of the system table (engine/system.c), which keeps the record of a
 * process or thread as long as anything can refer to it.  Strings in a record are NUL-terminated
 * UTF-8 and live as long as the record.
 */
#ifndef DTRACE_RECORDS_H
#define DTRACE_RECORDS_H

#include <stdint.h>

typedef struct proc {
	int32_t p_pid;
	int32_t p_ppid;
	int32_t p_pgid;
	int32_t p_sid; /* session id */
	uint32_t p_uid;
	uint32_t p_gid;
	uint32_t p_euid;
	uint32_t p_egid;
	int32_t p_model;  /* 1 ILP32, 2 LP64, 0 unknown */
	int32_t p_exit;	  /* exit status once it has exited */
	uint32_t p_flags; /* PROC_* below */
	int32_t p_nthreads;
	int32_t p_argc;
	int32_t p_arglen; /* bytes of p_args with its NUL; 0: no arguments are known */
	uint64_t p_argv;  /* user addresses of the two pointer arrays of its initial stack */
	uint64_t p_envp;  /* 0: none, or unknown */
	uint64_t p_addr;  /* address of the kernel's object, or another unique key; never 0 */
	int64_t p_start;  /* wall time, ns since 1970 UTC; 0 if unknown */
	char *p_name;	  /* execname */
	char *p_args;	  /* command line, never NULL */
} proc_t;

typedef struct thread {
	int32_t t_tid;
	int32_t t_pri;
	int32_t t_state;      /* THREAD_SLEEPS ...; Windows: as it encodes it */
	int32_t t_cpu;	      /* last CPU it ran on; -1 if unknown */
	uint32_t t_flags;     /* THREAD_* below */
	int32_t t_waitreason; /* Windows: why it waits */
	int32_t t_waitmode;
	int32_t t_waitpri;
	uint32_t t_waittime;
	int32_t t_iopri;
	int32_t t_pagepri;
	int32_t t_nice;
	int32_t t_syscall; /* system call it is in; -1 if none */
	int32_t t_class;   /* THREAD_CLASS_*, below */
	int32_t t_ncpus;   /* how many CPUs it may use; 0 if unknown */
	int32_t t_sname;   /* O runs, R waits for a CPU, S sleeps, T is stopped, Z ended */
	uint64_t t_wchan;  /* where it sleeps; 0 if it runs, or unknown */
	uint64_t t_affinity;
	uint64_t t_addr; /* address of the kernel's object, or another unique key; never 0 */
	uint64_t t_startaddr;
	uint64_t t_ontime;  /* ns on CPU before t_onsince */
	uint64_t t_onsince; /* when it was last switched in; 0 if it is off CPU */
	uint64_t t_lock;    /* Linux: kernel lock it waits for; 0 if none, or not tracked */
	uint64_t t_locksince;
	char *t_name;	/* thread name, never NULL */
	proc_t *t_proc; /* never NULL */
} thread_t;

/* A descriptor of a process, as fds[] shows it. */
typedef struct ofile {
	int32_t of_fd;	   /* -1: not open */
	uint32_t of_flags; /* flags of open(2) */
	int64_t of_offset;
	char *of_path;	/* the strings are never NULL */
	char *of_fs;	/* type of the file system */
	char *of_mount; /* mount point of the file system */
} ofile_t;

/*
 * Facts about the system. The members have the names of the variables in which the kernel of D's
 * first system keeps them, because a program reads them under these names: `freemem.
 */
typedef struct kernel {
	int32_t hp_avenrun[3]; /* load averages of 1, 5 and 15 minutes, in units of 1/65536 */
	int32_t avenrun[3];    /* ... of 1/256 */
	int64_t lbolt;	       /* time since the start of the system, in units of 1/hz s */
	int32_t hz;
	int64_t time; /* s since 1970 */
	int32_t ncpus;
	int32_t ncpus_online;
	uint64_t physmem; /* pages */
	uint64_t freemem;
	uint64_t _pagesize;
	struct {
		char sysname[65];
		char nodename[65];
		char release[65];
		char version[65];
		char machine[65];
	} utsname;
} kernel_t;

typedef struct signal {
	int32_t sg_signo;
	int32_t sg_errno;
	int32_t sg_code;
	int32_t sg_pid; /* the sender, if it is a process */
	uint32_t sg_uid;
	int32_t sg_status; /* SIGCHLD: status of the child */
	uint64_t sg_addr;  /* address of the fault, if it is one */
} signal_t;

typedef struct cpu {
	int32_t c_id;
	int32_t c_chip;
	int32_t c_lgrp;
	int32_t c_pset;
	thread_t *c_thread; /* the running thread, which may be the idle thread; never NULL */
} cpu_t;

/* A transfer between memory and a disk, or a flush of the disk. */
typedef struct buf {
	uint32_t b_flags;    /* B_READ, B_WRITE or B_FLUSH, and B_ASYNC and the like */
	uint32_t b_irpflags; /* Windows: IRP_* */
	uint64_t b_bcount;   /* bytes that move: none in a flush or a discard */
	uint64_t b_bufsize;  /* bytes that it concerns; of a discard, those that are given up */
	uint64_t b_addr;     /* unique among concurrent transfers; Windows: the IRP */
	uint64_t b_blkno;    /* position on the disk, in blocks of 512 bytes */
	uint64_t b_elapsed;  /* ns from start to done; 0 at the start */
	int32_t b_error;     /* errno if it failed */
	int32_t b_major;
	int32_t b_minor;
	int32_t b_instance; /* Windows: number of the disk */
	int64_t b_offset;   /* position in the file; -1 if unknown */
	char *b_devname;    /* name of the driver */
	char *b_statname;   /* name of the disk or its volume, never NULL */
	char *b_devpath;
	char *b_path;  /* path of the file, "<none>" if unknown */
	char *b_fs;    /* type of the file system, "<none>" if unknown */
	char *b_mount; /* root of the file system, "<none>" if unknown */
} buf_t;

/* An operation on a file. */
typedef struct wfileinfo {
	uint64_t
		f_irp; /* the same at the start and at the end of an operation; Linux: the thread */
	uint64_t f_object;  /* identifies the open file; Linux: process and descriptor */
	uint64_t f_key;	    /* identifies the file */
	uint64_t f_extra;   /* setinfo and the like: the value; done: the result, as the bytes of a
			     read */
	int64_t f_offset;   /* read, write; otherwise -1 */
	uint64_t f_size;    /* read, write: bytes */
	uint32_t f_ioflags; /* read, write: IRP_*; Linux: O_* */
	uint32_t f_options; /* create: FILE_* options, and the disposition in the top byte */
	uint32_t f_attributes; /* create: FILE_ATTRIBUTE_* */
	uint32_t f_share;      /* create: FILE_SHARE_* */
	uint32_t f_class;      /* kind of information that is set, queried, listed */
	uint32_t f_dirlength;  /* direnum, dirnotify: bytes of the caller's buffer */
	uint32_t f_dirindex;   /* direnum, dirnotify: index at which it continues */
	uint32_t f_status;     /* done: 0 for success, or an NTSTATUS; on Linux, errno */
	uint64_t f_elapsed;    /* done: ns since the operation's start; 0 if that was not seen */
	char *f_op;   /* name of the operation's probe; at done, of the operation that ended, "?" if
			 its start was not seen */
	char *f_path; /* "<none>" if unknown */
	char *f_pattern; /* direnum, dirnotify: pattern of names to find; done of a rename: the new
			    path */
	char *f_fs;	 /* type of the file system, "<none>" if unknown */
	char *f_mount;	 /* root of the file system, "<none>" if unknown */
} wfileinfo_t;

/* An operation on the registry of Windows. */
typedef struct registry {
	uint32_t r_index;   /* enumkey, enumvaluekey: index of the key or value */
	uint32_t r_status;  /* STATUS_* */
	uint64_t r_intime;  /* time of its start, as timestamp */
	char *r_rname;	    /* the key or value as the caller named it */
	char *r_key;	    /* full path of the key; "<none>" if unknown */
	char *r_value;	    /* name of the value; "" for an operation on a key */
	uint64_t r_elapsed; /* ns */
	uintptr_t r_kcb;    /* address of the key control block, which identifies the key */
} registry_t;

/* A TCP event.  s is the traced machine, d the other side, whichever way the bytes went. */
typedef struct tcpip_msg {
	int32_t ti_family; /* AF_INET, AF_INET6 */
	int32_t ti_pid;	   /* the process */
	uint32_t ti_size;  /* bytes */
	uint16_t ti_sport;
	uint16_t ti_dport;
	uint8_t ti_saddr[16]; /* IPv4: the first 4 */
	uint8_t ti_daddr[16];
	uint32_t ti_seq;
	uint32_t ti_ack;
	uint64_t ti_connid; /* the same for all events of a connection */
	uint64_t ti_stime;  /* of a send: start and end, in units of the source */
	uint64_t ti_etime;
	uint32_t ti_window;
	uint16_t ti_mss; /* from here on, connect and accept: what both sides agreed on */
	uint16_t ti_sackopt;
	uint16_t ti_tsopt;
	uint16_t ti_wsopt;
	int16_t ti_rcvws;
	int16_t ti_sndws;
} tcpip_msg_t;

typedef struct udpip_msg {
	int32_t ui_family;
	int32_t ui_pid;
	uint32_t ui_size;
	uint16_t ui_sport;
	uint16_t ui_dport;
	uint8_t ui_saddr[16];
	uint8_t ui_daddr[16];
	uint32_t ui_seq;
	uint32_t ui_pad;
	uint64_t ui_connid;
} udpip_msg_t;

/*
 * Values of the processor's counters at an event: arg4 of the probes <provider>::pmc:<probe>.
 */
typedef struct etwext {
	uint32_t x_type; /* 1 */
	uint32_t x_size; /* bytes of x_regs */
	uint64_t x_regs[64];
} etwext_t;

#endif
