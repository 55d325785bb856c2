/* @opts: -q -x strsize=8 */
BEGIN
{
	trace("");
	exit(0);
}
