/* @opts: -q -x strsize=8 */
BEGIN
{
	@["abcdefghij"] = count();
	@["abcdefghyz"] = count();
	exit(0);
}
