/* @opts: -q -x strsize=16 */
BEGIN
{
	trace("\xe9");
	exit(0);
}
