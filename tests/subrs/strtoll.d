/* @opts: -q */
BEGIN
{
	printf("%d %d %d %d\n", strtoll("0"), strtoll("42"), strtoll("-42"), strtoll("+42"));
	printf("%d %d %d\n", strtoll(" \t 17x"), strtoll("x"), strtoll(""));
	printf("%d %d %d\n", strtoll("0x10", 16), strtoll("-0XfF", 16), strtoll("ff", 16));
	printf("%d %d %d\n", strtoll("0x10"), strtoll("0x10", 8), strtoll("017", 8));
	printf("%d %d %d\n", strtoll("1012", 2), strtoll("Zz", 36), strtoll("- 5"));
	printf("%d\n", strtoll("9223372036854775807"));
	printf("%d\n", strtoll("-9223372036854775808"));
	exit(0);
}
