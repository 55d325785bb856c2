/* @opts: -q -x strsize=8 */
/* What is longer than strsize is a fault of strjoin(), as on Solaris; on Oracle Linux it is cut off. */
BEGIN
{
	printf("lost %s\n", strjoin("abcd", "efghi"));
}

BEGIN
{
	printf("%s\n", strjoin("abcd", "efgh"));
	exit(0);
}
