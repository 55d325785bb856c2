/* @opts: -q */
/* The expression of an inline is evaluated at each use. */
int x;
inline int now = x * 10;

BEGIN
{
	x = 1;
	printf("%d", now);
	x = 7;
	printf(" %d\n", now);
	exit(0);
}
