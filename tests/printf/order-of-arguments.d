/* @opts: -q */
BEGIN
{
	printf("%d %s %d %s\n", 1, "two", 3, "four");
	exit(0);
}
