/* @feed: live */
/* @opts: -q -c 'sleep 0.01' */
int n;

syscall::*nanosleep:entry
/pid == $target && !n++/
{
	printf("%s %s %d\n", probeprov, probename, strstr(probefunc, "nanosleep") != NULL);
}
