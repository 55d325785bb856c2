/* @feed: live */
/* @needs: root */
/* @cmd: dtrace -qs "$case" -c 'echo hello there' */
syscall::write:entry
/pid == $target && arg0 == 1/
{
	this->p = (char *)alloca(16);
	copyinto(arg1, 5, this->p);
	copyinto(arg1, 3, this->p + 8);
	printf("[%s] [%s]\n", stringof(this->p), stringof(this->p + 8));
}

syscall::write:entry
/pid == $target && arg0 == 1/
{
	copyinto(arg1, 5, (void *)16);
}

ERROR
{
	printf("%d %d\n", arg4 == DTRACEFLT_BADADDR, arg5);
}
