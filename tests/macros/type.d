/* @opts: -q */
/* @args: short */
BEGIN
{
	printf("%d %d\n", sizeof (short), sizeof ($1));
	exit(0);
}
