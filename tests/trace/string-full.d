/* @opts: -q -x strsize=8 */
BEGIN
{
	trace("abcdefghij");
	exit(0);
}
