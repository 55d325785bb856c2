/* @status: 1 */
/* @feed: replay */
tick-$1
{
	exit(0);
}
