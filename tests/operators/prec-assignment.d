/* @opts: -q */
/* Assignments group from the right. */
BEGIN
{
	a = b = c = 4;
	a += b -= c *= 2;
	printf("%d %d %d\n", a, b, c);
	x = (y = 3) + 1;
	printf("%d %d\n", x, y);
	exit(0);
}
