/* @E: demo --scene owners --version 0 --ptr 4 */
/* @opts: -q */
/* Who each event of a process's life belongs to, and what it says. */
proc:::start { printf("start in %s %d: %d %s \"%s\" of %d\n", execname, pid, args[0]->pr_pid, args[0]->pr_fname,
	args[0]->pr_psargs, args[0]->pr_ppid); }
proc:::lwp-start { printf("lwp-start in %s %d: %d of %s\n", execname, tid, args[0]->pr_lwpid, args[1]->pr_fname); }
proc:::module-load, proc:::module-unload { printf("%s in %s %d: %s of %d\n", probename, execname, tid,
	stringof(args[0]), args[2]); }
sched:::off-cpu /cpu == 1 && timestamp > 10000/ { printf("off-cpu %s %d: state %d reason %d mode %d, then %s %d\n",
	execname, tid, curlwpsinfo->pr_state, curlwpsinfo->pr_waitr, curlwpsinfo->pr_waitm, args[1]->pr_fname,
	args[0]->pr_lwpid); }
sched:::on-cpu /cpu == 1 && timestamp > 10000/ { printf("on-cpu %s %d: priority %d\n", execname, tid,
	curlwpsinfo->pr_pri); }
sched:::wakeup { printf("wakeup in %s %d: %s %d\n", execname, tid, args[1]->pr_fname, args[0]->pr_lwpid); }
sched:::change-pri { printf("change-pri in %s %d: %d from %d to %d\n", execname, tid, args[0]->pr_lwpid,
	args[0]->pr_pri, args[2]); }
sched:::sleep, sched:::preempt /cpu == 1 && timestamp > 10000/ { printf("%s %d: %s\n", probename, tid,
	curlwpsinfo->pr_waitr == WR_QUEUE && curlwpsinfo->pr_state == TS_WAITING ? "in a queue" : "otherwise"); }
sample-999 { printf("sample %s %d\n", execname, tid); }
proc:::lwp-exit { printf("lwp-exit %s %d\n", execname, tid); }
proc:::exit { printf("exit %s %d: %d\n", execname, pid, args[0]); }
