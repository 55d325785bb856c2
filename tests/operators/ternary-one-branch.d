/* @opts: -q */
BEGIN
{
	a = b = 0;
	t = 1;
	x = t ? ++a : ++b;
	x = !t ? ++a : (b += 5);
	printf("%d %d\n", a, b);
	exit(0);
}
