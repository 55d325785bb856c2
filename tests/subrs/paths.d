/* @opts: -q */
BEGIN
{
	printf("%s %s %s\n", basename("a"), basename("a/b/"), basename("//"));
	printf("%s %s %s\n", dirname("a/b"), dirname("/a//b//"), dirname("//"));
	printf("%s %s\n", basename("C:\\Windows\\explorer.exe"), dirname("C:\\Windows\\explorer.exe"));
	printf("%s %s\n", dirname(""), dirname("a"));
	exit(0);
}
