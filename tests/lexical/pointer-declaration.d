/* @opts: -q */
int *p;
int*q;
uint64_t
*r;

BEGIN
{
	printf("%d%d%d %d\n", p == 0, q == 0, r == 0, sizeof (p));
	exit(0);
}
