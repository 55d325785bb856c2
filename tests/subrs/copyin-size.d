/* @feed: live */
/* @opts: -q -c 'echo hello world' */
/* The number of bytes is known at the event only, and the process ends at once. */
syscall::write:entry
/pid == $target/
{
	self->n = arg2;
	printf("[%s]\n", stringof(copyin(arg1, arg2 < 10 ? arg2 : 10)));
	printf("[%s]\n", stringof(copyin(arg1, self->n)));
	this->n = arg2;
	if (this->n > 5) {
		this->n = 5;
	}
	printf("[%s]\n", stringof(copyin(arg1, this->n)));
	this->p = (char *)alloca(8);
	copyinto(arg1, arg2 > 8 ? 8 : arg2, this->p);
	printf("[%s]\n", stringof(this->p));
}
