/* @opts: -q */
BEGIN
{
	printf("%d %d %d %d\n", sizeof ('c'), sizeof (NULL), sizeof (1 == 1), sizeof (sizeof (int)));
	printf("%d %d\n", sizeof 1, sizeof "x");
	exit(0);
}
