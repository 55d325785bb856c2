/* @opts: -q */
BEGIN
{
	printf("%d %d %d\n", index("hello", "l"), rindex("hello", "l"), index("hello", "z"));
	printf("%d %d %d\n", index("hello", "l", 3), rindex("hello", "l", 2), index("hello", ""));
	printf("%d %d %d\n", index("hello", "h", -1), rindex("hello", "h", -1), rindex("hello", "", -1));
	printf("%d %d\n", index("hello", "", 5), index("", ""));
	exit(0);
}
