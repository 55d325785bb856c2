/* @feed: live */
/* @opts: -q -c 'sleep 0.01' */
int n;

syscall::clock_nanosleep:entry, syscall::nanosleep:entry
/execname == "sleep" && pid == $target && !n++/
{
	printf("%s %s %d\n", execname, threadname, sizeof (execname));
}
