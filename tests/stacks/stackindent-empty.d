/* @opts: -q -x stackindent=2 */
/* @feed: replay */
BEGIN
{
	stack();
	printf("|\n");
	exit(0);
}
