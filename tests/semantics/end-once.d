/* @opts: -q */
BEGIN
{
	exit(0);
}

END
{
	n++;
	printf("%d\n", n);
}
