/* @opts: -q -x strsize=16 */
BEGIN
{
	trace("");
	exit(0);
}
