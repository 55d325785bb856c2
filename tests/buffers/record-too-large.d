/* @opts: -x strsize=2k -x bufsize=1k */
/* @status: 1 */
/* @feed: replay */
BEGIN
{
	trace(execname);
	exit(0);
}
