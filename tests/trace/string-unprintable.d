/* @opts: -q -x strsize=16 */
BEGIN
{
	trace("a\001b");
	exit(0);
}
