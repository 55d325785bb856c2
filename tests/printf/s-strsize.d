/* @opts: -q -x strsize=8 */
BEGIN
{
	printf("[%s]\n", "abcdefghij");
	exit(0);
}
