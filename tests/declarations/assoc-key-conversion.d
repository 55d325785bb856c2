/* @opts: -q */
/* The key's type is the one of the first use; others are compatible integers. */
int b[uint64_t];

BEGIN
{
	a[1l] = 3;
	c = (char)1;
	b[-1] = 2;
	printf("%d %d %d\n", a[1], a[c], b[0xffffffffffffffff]);
	exit(0);
}
