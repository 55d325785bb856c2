/* @opts: -q */
BEGIN
{
	printf("%d %d\n", NULL == 0, sizeof (NULL));
	exit(0);
}
