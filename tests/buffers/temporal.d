/* @opts: -q -x temporal=no */
/* @feed: replay */
BEGIN
{
	printf("ok\n");
	exit(0);
}
