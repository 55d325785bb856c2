/* either */
/* A clause's string that may be NULL, in a clause of several pieces. */
self string name;
this string text;

syscall::sched_get_priority_max:entry
/pid == $target/
{
	if (arg0) {
		self->name = this->text;
	}
	@calls[arg1] = count();
	this->text = "text";
}

syscall::sched_get_priority_max:entry
/pid == $target && self->name == NULL/
{
	@names[this->text] = count();
}
