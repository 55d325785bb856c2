/* @opts: -q -x strsize=8 */
BEGIN
{
	printf("%s\n", strjoin("abc", "defg"));
}

BEGIN
{
	printf("%s\n", strjoin("abcd", "efgh"));
}

BEGIN
{
	exit(0);
}
