/* @opts: -q */
BEGIN
{
	printf("%s\n", cleanpath("/a//b"));
	printf("%s\n", cleanpath("/a/./b"));
	printf("%s\n", cleanpath("/a/././/b/"));
	printf("%s\n", cleanpath("/a/b/../c"));
	printf("%s\n", cleanpath("/a/b/../../c"));
	printf("%s\n", cleanpath("/a/b/../../../../c"));
	printf("%s\n", cleanpath("/.."));
	printf("%s\n", cleanpath("/../../a"));
	printf("%s\n", cleanpath("/a/b/.."));
	printf("%s\n", cleanpath("/a/.."));
	printf("%s\n", cleanpath("/a/..b/.c/...//d"));
	printf("%s\n", cleanpath("a/../b"));
	printf("%s\n", cleanpath("a/.."));
	printf("%s\n", cleanpath("../a/../../b"));
	printf("%s\n", cleanpath("./a"));
	printf("%s\n", cleanpath("///"));
	printf("%s\n", cleanpath("/"));
	printf("[%s]\n", cleanpath(""));
	printf("%s\n", cleanpath("C:\\a\\.\\b\\..\\c"));
	printf("%s\n", cleanpath("C:\\..\\c"));
	exit(0);
}
