/* @opts: -q -x bufsize=400 */
/* @feed: replay */
BEGIN
{
	exit(0);
}

END
{
	printf("%s\n", probename);
}

END
{
	printf("%s\n", probename);
}
