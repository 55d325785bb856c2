/* @opts: -q */
BEGIN
{
	a = 3;
	b = 0;
	printf("%d %d %d %d %d %d\n", 1 && 0, 1 || 0, 1 ^^ 1, 1 ^^ 0, !0, !5);
	printf("%d %d %d %d %d %d\n", a && b, a || b, a ^^ b, a ^^ a, !a, !b);
	printf("%d %d\n", a || a ^^ a, (a || a) ^^ a);
	exit(0);
}
