/* @opts: -q -x strsize=8 */
BEGIN
{
	printf("lost %s\n", strjoin("abcd", "efgh"));
}

BEGIN
{
	printf("%s\n", strjoin("abc", "efgh"));
	exit(0);
}
