/* @opts: -q */
BEGIN
{
	x = 3;
	y = 1;
	printf("%s %d\n", x > 2 ? "big" : "small", x < 2 ? 10 : 20);
	printf("%d\n", x == 1 ? 1 : x == 2 ? 2 : x == 3 ? 3 : 4);
	x == 3 ? y++ : y--;
	printf("%d\n", y);
	exit(0);
}
