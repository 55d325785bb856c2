/* @feed: live */
/* @opts: -q -c 'sleep 0.01' */
int n;

BEGIN
{
	printf("%d%d\n", pid == $pid, ppid == $ppid);
}

syscall::clock_nanosleep:entry, syscall::nanosleep:entry
/pid == $target && !n++/
{
	printf("%d%d%d\n", pid == $target, tid == $target, ppid == $pid);
	printf("%d %d %d\n", sizeof (pid), sizeof (ppid), sizeof (tid));
}
