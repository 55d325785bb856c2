/* @feed: live */
/* @opts: -q -c true */
/* A global keeps an address for the rest of its clause: of the kernel, and of the process, which ends at once. */
syscall::exit_group:entry
/pid == $target/
{
	t = (struct task_struct *)curthread;
	printf("%d %s %d\n", t->pid == tid, t->comm, t->real_parent->tgid == ppid);
}

syscall::openat:entry
/pid == $target && !n++/
{
	path = arg1;
	printf("%d\n", strlen(copyinstr(path)) > 0);
}
