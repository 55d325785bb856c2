/* whole */
syscall::write:entry
/pid == $target && arg2 == 10/
{
	@[copyinstr(arg1)] = count();
}

syscall::write:entry
/pid == $target && arg2 == 10/
{
	@first[copyinstr(arg1) == "text 0003" ? "this" : "other", execname] = sum(arg2);
}

syscall::write:return
/pid == $target/
{
	@done[probefunc] = count();
}

syscall::openat:entry
/pid == $target/
{
	@paths[copyinstr(arg1), arg0, probefunc] = count();
}

syscall::sched_get_priority_max:entry
/pid == $target && arg2 < 3/
{
	@none[copyinstr(arg0)] = count();
}

dtrace:::ERROR
{
	@faults[arg4] = count();
}
