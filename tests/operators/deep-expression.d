/* @opts: -q */
/* More operands than the machine has registers for at once are still evaluated if they can be ordered. */
BEGIN
{
	a = 1;
	x = a + (a + (a + (a + (a + (a + (a + (a + (a + (a + (a + (a + a)))))))))));
	y = ((((((((((((a + a) + a) + a) + a) + a) + a) + a) + a) + a) + a) + a) + a);
	z = (a + a) * (a + a) + (a + a) * (a + a) - (a + a) * ((a + a) - (a - a));
	printf("%d %d %d\n", x, y, z);
	exit(0);
}
