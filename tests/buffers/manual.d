/* @opts: -q -x bufsize=64t -x bufresize=manual */
/* @status: 1 */
/* @feed: replay */
BEGIN
{
	printf("ran\n");
	exit(0);
}
