/* @opts: -q */
BEGIN
{
	printf("%d %d\n", strlen(""), strlen("hello"));
	printf("%s %s %s\n", strjoin("foo", "bar"), toupper("aBc1"), tolower("AbC1"));
	exit(0);
}
