/* @opts: -q -x strsize=8 */
BEGIN
{
	printf("%s\n", strjoin("abcd", "efgh"));
}

BEGIN
{
	printf("%s\n", strjoin("abcd", "efghi"));
}

BEGIN
{
	exit(0);
}
