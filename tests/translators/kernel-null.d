/* @feed: live */
/* @needs: root */
/* @opts: -q -c '/bin/sh -c "kill -0 1"' */
/* What the kernel can't read faults, at the address that D computes. */
syscall::kill:entry
/pid == $target/
{
	trace(((struct task_struct *)(8 * arg1))->real_parent->pid);
}

ERROR
{
	printf("%d %d\n", arg4 == DTRACEFLT_BADADDR, arg5 == offsetof(struct task_struct, real_parent));
	exit(0);
}
