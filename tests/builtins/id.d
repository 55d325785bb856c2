/* @opts: -q */
BEGIN
{
	printf("%d ", id);
	exit(0);
}

END
{
	printf("%d %d\n", id, sizeof (id));
}
