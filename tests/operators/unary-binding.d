/* @opts: -q */
/* Unary operators bind tighter than binary ones, postfix ones tighter than unary. */
int a[3];

BEGIN
{
	x = 2;
	a[1] = 7;
	printf("%d %d %d %d\n", -x * 3, !x + 1, ~x & 3, -x - -x);
	printf("%d %d\n", -a[1], !a[0]);
	printf("%d %d\n", -x++, x);
	printf("%d %d\n", sizeof (int) * 2, sizeof a);
	printf("%d\n", (char)x + 300);
	exit(0);
}
