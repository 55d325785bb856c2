/* @opts: -q -x strsize=8 */
/* strsize counts the byte that ends a string. */
BEGIN
{
	printf("%d %s|\n", sizeof (string), "abcdefghij");
	exit(0);
}
