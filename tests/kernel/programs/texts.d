/* whole */
/* Strings of threads and of clauses; NULL is less than any other, and no key. */
self string name, other, unset;
this string copy;

syscall::write:entry
/pid == $target/
{
	self->name = execname;
}

syscall::write:return
/pid == $target && self->name != NULL/
{
	@names[self->name] = count();
}

syscall::write:return
/pid == $target && self->name > "m"/
{
	self->other = self->name;
	self->name = NULL;
}

syscall::read:entry
/pid == $target && self->other == "kernel-series"/
{
	@others[self->other] = sum(arg2);
	self->other = "read";
}

syscall::read:return
/pid == $target && self->other != self->name/
{
	@differ[probefunc] = count();
}

syscall::read:return
/pid == $target && self->unset == ""/
{
	self->unset = NULL;
}

syscall::sched_get_priority_max:entry
/pid == $target && arg2 < 3/
{
	@unset[self->unset] = count();
}

syscall::sched_get_priority_max:entry
/pid == $target/
{
	this->copy = "even";
	@copies[this->copy] = count();
	this->copy = NULL;
}

syscall::sched_get_priority_max:return
/pid == $target/
{
	this->copy = execname;
	@copies[this->copy] = count();
	this->copy = "a name that is longer than that of a program";
	@copies[this->copy] = count();
}

dtrace:::ERROR
{
	@faults[arg4] = count();
}
