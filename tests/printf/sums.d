/* @opts: -q */
BEGIN
{
	x = 3;
	printf("%d and %s and %d\n", x * x, x == 3 ? "three" : "not three", sizeof (x));
	exit(0);
}
