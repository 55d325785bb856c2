/* @opts: -q */
BEGIN
{
	printf("%d %d\n", 3 > 2, 2 > 3);
	exit(0);
}
