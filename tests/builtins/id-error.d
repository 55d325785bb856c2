/* @cmd: dtrace -q -s $case 2>/dev/null */
ERROR
{
	printf("%d %s\n", id, probename);
	exit(0);
}

BEGIN
{
	trace(*(int *)NULL);
}
