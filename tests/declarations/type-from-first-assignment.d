/* @opts: -q */
BEGIN
{
	a = 1;
	b = 2147483648;
	c = 'x';
	d = "str";
	e = (char)1;
	f = 1u;
	g = sizeof (int);
	h = a == a;
	i = e;
	printf("%d %d %d %d\n", sizeof (a), sizeof (b), sizeof (c), sizeof (d));
	printf("%d %d %d %d %d\n", sizeof (e), sizeof (f), sizeof (g), sizeof (h), sizeof (i));
	exit(0);
}
