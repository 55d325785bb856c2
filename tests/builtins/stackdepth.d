/* @opts: -q */
BEGIN
{
	printf("%d %d %d\n", sizeof (stackdepth), sizeof (ustackdepth), stackdepth < 1000);
	exit(0);
}
