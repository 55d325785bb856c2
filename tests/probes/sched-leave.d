/* @E: slow-ppt-slice6.etl */
/* @opts: -q */
/* A thread that leaves its CPU waits for something, or is preempted. */
sched:::off-cpu
/tid != 0/
{
	@["off-cpu"] = count();
}

sched:::sleep,
sched:::preempt
{
	@[probename] = count();
}

sched:::sleep
/curlwpsinfo->pr_state != 5/
{
	@["not waiting"] = count();
}
