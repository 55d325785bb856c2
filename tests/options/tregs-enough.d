/* @opts: -q -x tregs=2 */
/* @feed: replay */
BEGIN
{
	x[1, 2] = 7;
	printf("%d\n", x[1, 2]);
	exit(0);
}
