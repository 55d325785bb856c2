/* @opts: -q -x bufsize=64t */
/* @feed: replay */
BEGIN
{
	printf("ran\n");
	exit(0);
}
