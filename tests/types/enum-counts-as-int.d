/* @opts: -q */
enum e {
	MINUS = -1,
	ZERO
} v;
unsigned int u;

BEGIN
{
	v = MINUS;
	u = 1;
	printf("%d %d %d\n", v < u, v < 1, sizeof (v + ZERO));
	exit(0);
}
