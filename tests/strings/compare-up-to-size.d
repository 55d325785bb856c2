/* @opts: -q -x strsize=4 */
BEGIN
{
	a = "abcdef";
	b = "abcxyz";
	printf("%d %s %s\n", a == b, a, b);
	exit(0);
}
