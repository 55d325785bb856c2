/* @opts: -q */
int a[5];
char c[4];
uint64_t q[2];

BEGIN
{
	a[0] = 10;
	a[4] = 14;
	a[1] += 3;
	a[1]++;
	c[3] = 'x';
	q[1] = 0xffffffffffffffff;
	i = 4;
	printf("%d %d %d %d %c %x\n", a[0], a[1], a[2], a[i], c[3], q[1]);
	a[i - 2] = a[i] * 2;
	printf("%d %d %d %d\n", a[2], sizeof (a), sizeof (c), sizeof (a[0]));
	exit(0);
}
