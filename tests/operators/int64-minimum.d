/* @opts: -q */
/* The quotient that does not fit wraps, as negation does. */
int64_t m;

BEGIN
{
	m = 0x8000000000000000;
	n = -1;
	printf("%d %d %d\n", m / n, m % n, -m);
	exit(0);
}
