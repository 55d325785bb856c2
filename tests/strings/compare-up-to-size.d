/* @opts: -q -x strsize=4 */
BEGIN
{
	a = "abcdef";
	b = "abcdyz";
	c = "abcxyz";
	printf("%d %s %s\n", a == b, a, b);
	printf("%d %s\n", a == c, c);
	printf("%d %d\n", "abcdef" == "abcdyz", "abcdef" == "abcxyz");
	exit(0);
}
