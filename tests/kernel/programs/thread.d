/* whole */
self unsigned char small;
self int calls;
self int64_t last;

syscall::read:entry,
syscall::write:entry
/pid == $target/
{
	self->size = arg2;
	self->small = arg2;
	self->calls++;
}

syscall::read:return,
syscall::write:return
/self->size/
{
	@short[probefunc] = sum(self->size - arg0);
	@small[probefunc] = sum(self->small);
	self->size = 0;
}

syscall::getpgid:entry
/pid == $target/
{
	self->last += arg2;
	@last[execname] = max(self->last);
	@calls[execname] = max(self->calls);
}
