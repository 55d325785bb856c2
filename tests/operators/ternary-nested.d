/* @opts: -q */
BEGIN
{
	printf("%d %d\n", 5 > 3 ? 1 ? 2 : 3 : 4, 0 ? 1 : 0 ? 2 : 3);
	x = 2;
	printf("%s\n", x == 1 ? "one" : x == 2 ? "two" : "many");
	exit(0);
}
