/* whole */
syscall::sched_get_priority_max:entry
/pid == $target/
{
	@[arg1] = count();
	@name[execname] = sum(arg2);
	@two[execname, arg2 & 7] = avg(arg0);
	@wide[(char)arg0, (short)arg0, (int)arg0, arg0] = count();
	@const["text", 1] = count();
	@which[arg1 > 3 ? "above" : "below"] = max(arg0);
}

syscall::read:entry,
syscall::write:entry,
syscall::read:return,
syscall::openat:return
/pid == $target/
{
	@func[probefunc] = count();
	@all[probeprov, probemod, probefunc, probename] = count();
	@errors[probefunc, probename, errno] = count();
	@results[probename, execname, probefunc] = quantize(arg0);
}
