/* @opts: -q -x strsize=8 */
BEGIN
{
	printf("%d %s|\n", sizeof (string), "abcdefghij");
	exit(0);
}
