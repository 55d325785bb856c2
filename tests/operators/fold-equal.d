/* @opts: -q */
/* Each operator gives the same for constants and for variables with the same values. */
BEGIN
{
	a = 1000;
	b = -37;
	printf("%d%d%d%d%d\n", 1000 + -37 == a + b, 1000 - -37 == a - b, 1000 * -37 == a * b,
	    1000 / -37 == a / b, 1000 % -37 == a % b);
	printf("%d%d%d%d%d\n", (1000 & -37) == (a & b), (1000 | -37) == (a | b),
	    (1000 ^ -37) == (a ^ b), (1000 << 5) == (a << 5), (-37 >> 3) == (b >> 3));
	printf("%d%d%d%d%d%d\n", (1000 < -37) == (a < b), (1000 <= -37) == (a <= b),
	    (1000 > -37) == (a > b), (1000 >= -37) == (a >= b), (1000 == -37) == (a == b),
	    (1000 != -37) == (a != b));
	printf("%d%d%d%d%d%d\n", (1000 && -37) == (a && b), (0 || 0) == (!a || !b),
	    (1000 ^^ -37) == (a ^^ b), !1000 == !a, ~1000 == ~a, -1000 == -a);
	exit(0);
}
