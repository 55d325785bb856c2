/* @feed: live */
/* @opts: -q -c 'sleep 0.01' */
int n;

syscall::clock_nanosleep:entry, syscall::nanosleep:entry
/pid == $target && !n++/
{
	printf("%s\n", execargs);
}
