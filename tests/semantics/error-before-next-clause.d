/* @cmd: dtrace -q -s $case 2>/dev/null */
/* ERROR fires before the next clause of the probe runs. */
int zero;

BEGIN
{
	printf("a");
}

BEGIN
{
	printf("b%d", 1 / zero);
}

BEGIN
{
	printf("c\n");
	exit(0);
}

ERROR
{
	printf("E");
}
