/* @opts: -q */
BEGIN
{
	printf("%s %s %s\n", lltostr(0), lltostr(-1), lltostr(-1, 10));
	printf("%s %s %s\n", lltostr(-1, 16), lltostr(-1, 8), lltostr(0, 8));
	printf("%s %s %s\n", lltostr(0, 16), lltostr(1295, 36), lltostr(10, 2));
	printf("%s\n", lltostr(-1, 2));
	exit(0);
}
