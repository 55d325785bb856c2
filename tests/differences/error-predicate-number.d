/* @opts: -q */
/* ERROR's arg2 is 0 in a predicate, as on Solaris: actions begin at 1. */
BEGIN
/ *(int *)0/
{
	trace(1);
}

ERROR
{
	printf("%d %d\n", arg1, arg2);
	exit(0);
}
