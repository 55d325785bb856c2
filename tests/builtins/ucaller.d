/* @opts: -q */
BEGIN
{
	printf("%d\n", sizeof (ucaller));
	exit(0);
}
