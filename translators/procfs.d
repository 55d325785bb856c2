/*
 * Processes and threads: psinfo_t and lwpsinfo_t, made from the native records; curpsinfo and
 * curlwpsinfo describe the current process and thread.
 *
 * Members that the traced system doesn't have (zones, projects) are 0.  Some members are declared
 * but not translated, because neither Linux nor Windows has them; a script that uses one does not
 * compile.
 */
#pragma D depends_on library types.d

inline char PR_MODEL_UNKNOWN = 0;	/* pr_dmodel: unknown, as in old traces */
inline char PR_MODEL_ILP32 = 1;
inline char PR_MODEL_LP64 = 2;

/* pr_flag of a thread */
inline int PR_STOPPED = 0x1;
inline int PR_IDLE = 0x2;		/* runs if nothing else does */
inline int PR_ISSYS = 0x1000;		/* of the kernel, or of Windows' process System */

/* pr_state of a thread, but in a trace of Windows, which has those of sched.d */
inline int SSLEEP = 1;
inline int SRUN = 2;			/* waits for a CPU */
inline int SZOMB = 3;
inline int SSTOP = 4;
inline int SIDL = 5;
inline int SONPROC = 6;

inline processorid_t PBIND_NONE = -1;
inline psetid_t PS_NONE = -1;

typedef struct psinfo {
	int pr_flag;
	int pr_nlwp;		/* number of known threads */
	pid_t pr_pid;
	pid_t pr_ppid;
	pid_t pr_pgid;
	pid_t pr_sid;		/* session */
	uid_t pr_uid;
	uid_t pr_euid;
	gid_t pr_gid;
	gid_t pr_egid;
	uintptr_t pr_addr;	/* unique for each process */
	size_t pr_size;
	size_t pr_rssize;
	dev_t pr_ttydev;
	int64_t pr_start;	/* ns since 1970, for %Y; 0 if unknown */
	int64_t pr_time;
	int64_t pr_ctime;
	ushort_t pr_pctcpu;
	ushort_t pr_pctmem;
	string pr_fname;	/* as execname */
	string pr_psargs;	/* command line; the name, if there is none */
	uint_t pr_arglen;	/* bytes of the command line, its NUL counted; 0 if there is none */
	int pr_wstat;		/* exit status, once it has exited */
	int pr_argc;
	uintptr_t pr_argv;	/* user addresses of the argument and environment vectors */
	uintptr_t pr_envp;	/* of the initial stack; 0 if unknown, or a process of the kernel */
	char pr_dmodel;		/* PR_MODEL_* */
	char pr_arch;		/* as pr_dmodel */
	taskid_t pr_taskid;
	projid_t pr_projid;
	int pr_nzomb;
	poolid_t pr_poolid;
	zoneid_t pr_zoneid;
	id_t pr_contract;
} psinfo_t;

translator psinfo_t < proc_t *P > {
	pr_nlwp = P->p_nthreads;
	pr_pid = P->p_pid;
	pr_ppid = P->p_ppid;
	pr_pgid = P->p_pgid;
	pr_sid = P->p_sid;
	pr_uid = P->p_uid;
	pr_euid = P->p_euid;
	pr_gid = P->p_gid;
	pr_egid = P->p_egid;
	pr_addr = P->p_addr;
	pr_ttydev = 0;
	pr_start = P->p_start;
	pr_fname = stringof(P->p_name);
	pr_psargs = stringof(P->p_args);
	pr_arglen = P->p_arglen;
	pr_wstat = P->p_exit;
	pr_argc = P->p_argc;
	pr_argv = P->p_argv;
	pr_envp = P->p_envp;
	pr_dmodel = P->p_model;
	pr_arch = P->p_model;
	pr_taskid = 0;
	pr_projid = 0;
	pr_nzomb = 0;
	pr_poolid = 0;
	pr_zoneid = 0;
	pr_contract = 0;
};

/* The process of a thread. */
translator psinfo_t < thread_t *T > {
	pr_nlwp = T->t_proc->p_nthreads;
	pr_pid = T->t_proc->p_pid;
	pr_ppid = T->t_proc->p_ppid;
	pr_pgid = T->t_proc->p_pgid;
	pr_sid = T->t_proc->p_sid;
	pr_uid = T->t_proc->p_uid;
	pr_euid = T->t_proc->p_euid;
	pr_gid = T->t_proc->p_gid;
	pr_egid = T->t_proc->p_egid;
	pr_addr = T->t_proc->p_addr;
	pr_ttydev = 0;
	pr_start = T->t_proc->p_start;
	pr_fname = stringof(T->t_proc->p_name);
	pr_psargs = stringof(T->t_proc->p_args);
	pr_arglen = T->t_proc->p_arglen;
	pr_wstat = T->t_proc->p_exit;
	pr_argc = T->t_proc->p_argc;
	pr_argv = T->t_proc->p_argv;
	pr_envp = T->t_proc->p_envp;
	pr_dmodel = T->t_proc->p_model;
	pr_arch = T->t_proc->p_model;
	pr_taskid = 0;
	pr_projid = 0;
	pr_nzomb = 0;
	pr_poolid = 0;
	pr_zoneid = 0;
	pr_contract = 0;
};

typedef struct lwpsinfo {
	int pr_flag;
	id_t pr_lwpid;
	uintptr_t pr_addr;	/* unique for each thread */
	uintptr_t pr_wchan;	/* where it sleeps: an address in the kernel; 0 if unknown */
	char pr_stype;
	int pr_state;		/* SSLEEP ..., of Windows TS_* */
	char pr_sname;		/* O runs, R waits for a CPU, S sleeps, T is stopped, Z ended */
	int pr_nice;
	short pr_syscall;	/* the system call it is in, or -1 */
	char pr_oldpri;
	int pr_cpu;		/* last CPU it ran on */
	int pr_pri;
	ushort_t pr_pctcpu;
	processorid_t pr_onpro;	/* as pr_cpu */
	string pr_clname;	/* scheduling class: TS, RT, SYS, on Linux also DLN, IDL, EXT */
	string pr_name;		/* of the thread, if it has one */
	string pr_tname;	/* as pr_name */
	processorid_t pr_bindpro;	/* the only CPU it may use, or PBIND_NONE */
	psetid_t pr_bindpset;	/* PS_NONE */
	int pr_waitr;		/* Windows: reason and mode of its wait */
	int pr_waitm;
	int pr_wipr;
	uint32_t pr_waittm;
	uint64_t pr_affinity;
	int pr_iopri;
	int pr_pagepri;
} lwpsinfo_t;

translator lwpsinfo_t < thread_t *T > {
	pr_flag = (T->t_flags & PR_IDLE) | (T->t_sname == 'T' ? PR_STOPPED : 0) |
	    ((T->t_flags & 0x10) || (T->t_proc->p_flags & 0x4) ? PR_ISSYS : 0);
	pr_lwpid = T->t_tid;
	pr_addr = T->t_addr;
	pr_wchan = T->t_wchan;
	pr_state = T->t_state;
	pr_sname = T->t_sname;
	pr_nice = T->t_nice;
	pr_syscall = T->t_syscall;
	pr_cpu = T->t_cpu;
	pr_pri = T->t_pri;
	pr_onpro = T->t_cpu;
	pr_clname = T->t_class == 1 ? "TS" : T->t_class == 2 ? "RT" : T->t_class == 3 ? "SYS" :
	    T->t_class == 4 ? "DLN" : T->t_class == 5 ? "IDL" : T->t_class == 6 ? "EXT" : "";
	pr_bindpro = T->t_ncpus == 1 ? T->t_cpu : PBIND_NONE;
	pr_bindpset = PS_NONE;
	pr_name = stringof(T->t_name);
	pr_tname = stringof(T->t_name);
	pr_waitr = T->t_waitreason;
	pr_waitm = T->t_waitmode;
	pr_wipr = T->t_waitpri;
	pr_waittm = T->t_waittime;
	pr_affinity = T->t_affinity;
	pr_iopri = T->t_iopri;
	pr_pagepri = T->t_pagepri;
};

inline psinfo_t *curpsinfo = xlate <psinfo_t *> (curthread->t_proc);
#pragma D attributes Stable/Stable/Common curpsinfo

inline lwpsinfo_t *curlwpsinfo = xlate <lwpsinfo_t *> (curthread);
#pragma D attributes Stable/Stable/Common curlwpsinfo
