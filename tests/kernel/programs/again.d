/* either */
/* What isn't resident at the call's entry is read at its return, here: with it the assignment is made here, too. */
syscall::openat:entry
/pid == $target/
{
	self->same = copyinstr(arg1) == "/no/such/file";
}

syscall::openat:entry
/pid == $target/
{
	this->again = copyinstr(arg1) == "/no/such/file";
}

syscall::openat:entry
/pid == $target/
{
	this->path = copyinstr(arg1);
}

syscall::openat:entry
/pid == $target && this->again/
{
	@local[this->path] = count();
}

syscall::openat:entry
/pid == $target/
{
	@path[this->path] = count();
}

syscall::openat:return
/self->same/
{
	@thread[probefunc] = count();
	self->same = 0;
}
