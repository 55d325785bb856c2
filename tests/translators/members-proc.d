/* @opts: -q */
/* A process whose member n holds n, as psinfo_t shows it. */
BEGIN
{
	this->p = (proc_t *)alloca(sizeof (proc_t));
	this->p->p_pid = 1;
	this->p->p_ppid = 2;
	this->p->p_pgid = 3;
	this->p->p_sid = 4;
	this->p->p_uid = 5;
	this->p->p_gid = 6;
	this->p->p_euid = 7;
	this->p->p_egid = 8;
	this->p->p_model = 9;
	this->p->p_exit = 10;
	this->p->p_flags = 11;
	this->p->p_nthreads = 12;
	this->p->p_argc = 13;
	this->p->p_arglen = 130;
	this->p->p_argv = 131;
	this->p->p_envp = 132;
	this->p->p_addr = 15;
	this->p->p_start = 16;
	*(uintptr_t *)((uintptr_t)this->p + offsetof(proc_t, p_name)) = (uintptr_t)strjoin("text ", "17");
	*(uintptr_t *)((uintptr_t)this->p + offsetof(proc_t, p_args)) = (uintptr_t)strjoin("text ", "18");
	print(xlate <psinfo_t> (this->p));
	printf("\n");
	exit(0);
}
