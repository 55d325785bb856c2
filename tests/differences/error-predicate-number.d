/* @opts: -q */
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
