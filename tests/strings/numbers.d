/* @opts: -q */
BEGIN
{
	printf("%s %s %s %s %s\n", lltostr(-5), lltostr(255, 16), lltostr(8, 8), lltostr(0, 16), lltostr(5, 2));
	printf("%d %d %d %d\n", strtoll("123"), strtoll("-0x1f", 16), strtoll("12abc"), strtoll("zz", 36));
	exit(0);
}
