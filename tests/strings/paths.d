/* @opts: -q */
BEGIN
{
	printf("%s %s %s %s\n", basename("/foo/bar"), basename("/foo/"), basename("/"), basename(""));
	printf("%s %s %s %s\n", dirname("/foo/bar"), dirname("foo"), dirname("/"), dirname("/foo"));
	printf("%s %s\n", cleanpath("/a/./b//c/../d"), cleanpath("/../a"));
	exit(0);
}
