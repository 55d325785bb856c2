/* whole */
/* A clause that is handed over reads variables of the thread, at many probes. */
syscall::open*:entry,
syscall::read*:entry,
syscall::write*:entry
/pid == $target/
{
	self->from = arg1;
	self->ok = 1;
}

syscall::open*:return,
syscall::read*:return,
syscall::write*:return
/self->ok && probefunc == "openat" && errno != 0/
{
	@[copyinstr(self->from)] = count();
}
