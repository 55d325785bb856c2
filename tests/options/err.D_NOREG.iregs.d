/* @opts: -x iregs=1 */
BEGIN
{
	trace(pid + ppid);
	exit(0);
}
