/* @opts: -q -x strsize=8 */
BEGIN
{
	@["abcdefghij"] = count();
	@["abcdefgxyz"] = count();
	exit(0);
}
