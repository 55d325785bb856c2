/* @opts: -q */
/*
 * A thread whose member n holds n, and its process in which it holds 100 + n, as psinfo_t and
 * lwpsinfo_t show them.
 */
BEGIN
{
	this->p = (proc_t *)alloca(sizeof (proc_t));
	this->p->p_pid = 101;
	this->p->p_ppid = 102;
	this->p->p_pgid = 103;
	this->p->p_sid = 104;
	this->p->p_uid = 105;
	this->p->p_gid = 106;
	this->p->p_euid = 107;
	this->p->p_egid = 108;
	this->p->p_model = 109;
	this->p->p_exit = 110;
	this->p->p_flags = 111;
	this->p->p_nthreads = 112;
	this->p->p_argc = 113;
	this->p->p_arglen = 114;
	this->p->p_argv = 1131;
	this->p->p_envp = 1132;
	this->p->p_addr = 115;
	this->p->p_start = 116;
	*(uintptr_t *)((uintptr_t)this->p + offsetof(proc_t, p_name)) = (uintptr_t)strjoin("text ", "117");
	*(uintptr_t *)((uintptr_t)this->p + offsetof(proc_t, p_args)) = (uintptr_t)strjoin("text ", "118");
	this->t = (thread_t *)alloca(sizeof (thread_t));
	this->t->t_tid = 1;
	this->t->t_pri = 2;
	this->t->t_state = 3;
	this->t->t_cpu = 4;
	this->t->t_flags = 5;
	this->t->t_waitreason = 6;
	this->t->t_waitmode = 7;
	this->t->t_waitpri = 8;
	this->t->t_waittime = 9;
	this->t->t_iopri = 10;
	this->t->t_pagepri = 11;
	this->t->t_nice = 12;
	this->t->t_syscall = 13;
	this->t->t_class = 2;
	this->t->t_ncpus = 1;
	this->t->t_sname = 'S';
	this->t->t_wchan = 14;
	this->t->t_affinity = 15;
	this->t->t_addr = 16;
	this->t->t_startaddr = 17;
	this->t->t_ontime = 18;
	this->t->t_onsince = 19;
	this->t->t_lock = 20;
	this->t->t_locksince = 21;
	*(uintptr_t *)((uintptr_t)this->t + offsetof(thread_t, t_name)) = (uintptr_t)strjoin("text ", "22");
	this->t->t_proc = this->p;
	print(xlate <psinfo_t> (this->t));
	printf("\n");
	print(xlate <lwpsinfo_t> (this->t));
	printf("\n");
	exit(0);
}
