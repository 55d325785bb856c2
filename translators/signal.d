/*
 * Constants: signals, and reasons for SIGCHLD.
 */
inline int SIGHUP = 1;
#pragma D attributes Stable/Stable/Common SIGHUP
inline int SIGINT = 2;
#pragma D attributes Stable/Stable/Common SIGINT
inline int SIGQUIT = 3;
#pragma D attributes Stable/Stable/Common SIGQUIT
inline int SIGILL = 4;
#pragma D attributes Stable/Stable/Common SIGILL
inline int SIGTRAP = 5;
#pragma D attributes Stable/Stable/Common SIGTRAP
inline int SIGABRT = 6;
#pragma D attributes Stable/Stable/Common SIGABRT
inline int SIGIOT = 6;
#pragma D attributes Stable/Stable/Common SIGIOT
inline int SIGBUS = 7;
#pragma D attributes Stable/Stable/Common SIGBUS
inline int SIGFPE = 8;
#pragma D attributes Stable/Stable/Common SIGFPE
inline int SIGKILL = 9;
#pragma D attributes Stable/Stable/Common SIGKILL
inline int SIGUSR1 = 10;
#pragma D attributes Stable/Stable/Common SIGUSR1
inline int SIGSEGV = 11;
#pragma D attributes Stable/Stable/Common SIGSEGV
inline int SIGUSR2 = 12;
#pragma D attributes Stable/Stable/Common SIGUSR2
inline int SIGPIPE = 13;
#pragma D attributes Stable/Stable/Common SIGPIPE
inline int SIGALRM = 14;
#pragma D attributes Stable/Stable/Common SIGALRM
inline int SIGTERM = 15;
#pragma D attributes Stable/Stable/Common SIGTERM
inline int SIGSTKFLT = 16;
#pragma D attributes Stable/Stable/Common SIGSTKFLT
inline int SIGCHLD = 17;
#pragma D attributes Stable/Stable/Common SIGCHLD
inline int SIGCLD = 17;
#pragma D attributes Stable/Stable/Common SIGCLD
inline int SIGCONT = 18;
#pragma D attributes Stable/Stable/Common SIGCONT
inline int SIGSTOP = 19;
#pragma D attributes Stable/Stable/Common SIGSTOP
inline int SIGTSTP = 20;
#pragma D attributes Stable/Stable/Common SIGTSTP
inline int SIGTTIN = 21;
#pragma D attributes Stable/Stable/Common SIGTTIN
inline int SIGTTOU = 22;
#pragma D attributes Stable/Stable/Common SIGTTOU
inline int SIGURG = 23;
#pragma D attributes Stable/Stable/Common SIGURG
inline int SIGXCPU = 24;
#pragma D attributes Stable/Stable/Common SIGXCPU
inline int SIGXFSZ = 25;
#pragma D attributes Stable/Stable/Common SIGXFSZ
inline int SIGVTALRM = 26;
#pragma D attributes Stable/Stable/Common SIGVTALRM
inline int SIGPROF = 27;
#pragma D attributes Stable/Stable/Common SIGPROF
inline int SIGWINCH = 28;
#pragma D attributes Stable/Stable/Common SIGWINCH
inline int SIGIO = 29;
#pragma D attributes Stable/Stable/Common SIGIO
inline int SIGPOLL = 29;
#pragma D attributes Stable/Stable/Common SIGPOLL
inline int SIGPWR = 30;
#pragma D attributes Stable/Stable/Common SIGPWR
inline int SIGSYS = 31;
#pragma D attributes Stable/Stable/Common SIGSYS
inline int CLD_EXITED = 1;	/* the child exited */
#pragma D attributes Stable/Stable/Common CLD_EXITED
inline int CLD_KILLED = 2;	/* a signal killed it */
#pragma D attributes Stable/Stable/Common CLD_KILLED
inline int CLD_DUMPED = 3;	/* a signal killed it, and it dumped core */
#pragma D attributes Stable/Stable/Common CLD_DUMPED
inline int CLD_TRAPPED = 4;	/* a ptraced child hit a trap */
#pragma D attributes Stable/Stable/Common CLD_TRAPPED
inline int CLD_STOPPED = 5;	/* it stopped */
#pragma D attributes Stable/Stable/Common CLD_STOPPED
inline int CLD_CONTINUED = 6;	/* it continued */
#pragma D attributes Stable/Stable/Common CLD_CONTINUED

/*
 * Details of a signal: args[1] of proc:::signal-handle and proc:::fault.
 */
typedef struct siginfo {
	int si_signo;
	int si_errno;
	int si_code;		/* above 0 if the kernel sent it, otherwise a process did */
	pid_t si_pid;		/* the sender, or the child */
	uid_t si_uid;
	int si_status;		/* SIGCHLD: status of the child */
	uintptr_t si_addr;	/* address of a fault */
} siginfo_t;

translator siginfo_t < signal_t *S > {
	si_signo = S->sg_signo;
	si_errno = S->sg_errno;
	si_code = S->sg_code;
	si_pid = S->sg_pid;
	si_uid = S->sg_uid;
	si_status = S->sg_status;
	si_addr = S->sg_addr;
};

/* args[0] of proc:::fault */
inline int FLTILL = 1;		/* illegal instruction */
#pragma D attributes Stable/Stable/Common FLTILL
inline int FLTPRIV = 2;		/* privileged instruction */
#pragma D attributes Stable/Stable/Common FLTPRIV
inline int FLTBPT = 3;		/* breakpoint */
#pragma D attributes Stable/Stable/Common FLTBPT
inline int FLTTRACE = 4;	/* single step */
#pragma D attributes Stable/Stable/Common FLTTRACE
inline int FLTACCESS = 5;	/* access that is not permitted or not aligned */
#pragma D attributes Stable/Stable/Common FLTACCESS
inline int FLTBOUNDS = 6;	/* address that is not mapped */
#pragma D attributes Stable/Stable/Common FLTBOUNDS
inline int FLTIZDIV = 8;	/* division of an integer by zero */
#pragma D attributes Stable/Stable/Common FLTIZDIV
inline int FLTFPE = 9;		/* floating point */
#pragma D attributes Stable/Stable/Common FLTFPE
