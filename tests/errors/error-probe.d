/* @cmd: dtrace -q -s $case 2>/dev/null */
/* @status: 3 */
BEGIN
{
	x = 0;
	trace(5 / x);
}

ERROR
{
	printf("%d %d %d\n", arg2, arg4, arg4 == DTRACEFLT_DIVZERO);
	exit(3);
}
