/* @opts: -q */
BEGIN
{
	printf("%d\n", sizeof (threadname));
	exit(0);
}
