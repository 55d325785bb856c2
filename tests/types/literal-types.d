/* @opts: -q */
/* Decimal literals stay signed; hexadecimal and octal ones may become unsigned. */
BEGIN
{
	printf("%d %d %d %d\n", sizeof (2147483647), sizeof (2147483648), sizeof (4294967295),
	    sizeof (4294967296));
	printf("%d %d %d %d\n", sizeof (0x7fffffff), sizeof (0x80000000), sizeof (0xffffffff),
	    sizeof (0x100000000));
	printf("%d %d %d\n", sizeof (037777777777), sizeof (040000000000), sizeof (4294967295u));
	printf("%d %d %d\n", sizeof (1), sizeof (1u), sizeof (1l));
	x = -1;
	printf("%d%d%d%d\n", x < 0x7fffffff, x < 0x80000000, x < 2147483648, x < 0xffffffffffffffff);
	printf("%d%d%d%d\n", x < 1, x < 1u, x < 1l, x < 1ul);
	exit(0);
}
