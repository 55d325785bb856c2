/* @opts: -q */
/* ^^ evaluates both sides, && and || only what they need. */
BEGIN
{
	a = b = c = 0;
	one = 1;
	zero = 0;
	x = one ^^ ++a;
	x = zero && ++b;
	x = one || ++c;
	printf("%d %d %d\n", a, b, c);
	x = one && ++b;
	x = zero || ++c;
	printf("%d %d\n", b, c);
	exit(0);
}
