/* @opts: -q */
/* ERROR's arg2 counts what was recorded before, each operand of printf() too, as on Solaris. */
BEGIN
{
	trace(1);
	printf("%d %d", 2, 3);
	trace(*(int *)0);
}

ERROR
{
	printf("%d %d %d\n", arg1, arg2, arg4);
	exit(0);
}
