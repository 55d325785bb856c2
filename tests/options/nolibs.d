/* @opts: -q -x nolibs */
/* @status: 1 */
/* @feed: replay */
BEGIN
{
	printf("%d\n", sizeof (psinfo_t) > 0);
	exit(0);
}
