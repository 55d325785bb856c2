/* @opts: -q */
BEGIN
{
	x = 5;
	y = -5;
	printf("%d %d %d %d\n", -x, +x, -y, - -x);
	printf("%d %d %d %d\n", ~x, ~y, ~~x, !!x);
	printf("%d %d %d\n", !x, !y, !0);
	exit(0);
}
