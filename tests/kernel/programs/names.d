/* whole */
/* Parts of the probe's name, compared with constants. A thread that joins another need not wait: futex. */
syscall:::entry
/pid == $target && (probefunc == "read" || "write" == probefunc)/
{
	@two[probefunc] = count();
}

syscall:::return
/pid == $target && probefunc != "sched_get_priority_max" && probefunc != "futex" && probename == "return"/
{
	@rest[probefunc == "reads", probefunc == "rea"] = count();
}

syscall::read:entry,
syscall::write:return
/pid == $target && probemod == ""/
{
	@which[probename == "entry" ? "begins" : "ends", probefunc] = count();
}

sched:::off-cpu,
sched:::on-cpu
/pid == $target/
{
	@switches[probename == "off-cpu" || probename == "on-cpu", probefunc == "read"] = max(1);
}
