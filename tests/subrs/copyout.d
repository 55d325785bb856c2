/* The command shows its buffer to us until something has been put into it. */
/* @feed: live */
/* @needs: root cmd:python3 */
/* @cmd: dtrace -wqs "$case" -c "python3 ${case%.d}.py" */
int done, bad;

syscall::write:entry
/pid == $target && arg2 == 24 && !done/
{
	done = 1;
	this->p = (char *)alloca(8);
	bcopy((char *)"12345678", this->p, 8);
	copyoutstr("ninechars", arg1 + 8, 4);
	copyoutstr("xy", arg1 + 16, 100);
	copyout(this->p, arg1, 6);
}

syscall::write:entry
/pid == $target && arg2 == 24 && !bad/
{
	bad = 1;
	copyout(alloca(8), 16, 1);
}

ERROR
{
	printf("%d %d\n", arg4 == DTRACEFLT_BADADDR, arg5);
}
