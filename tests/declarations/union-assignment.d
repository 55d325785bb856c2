/* @opts: -q */
union u {
	int i;
	char c[8];
} a, b;

BEGIN
{
	a.c[0] = 'A';
	a.c[7] = 'B';
	b = a;
	a.i = 0;
	printf("%c %c %d\n", b.c[0], b.c[7], b.i);
	exit(0);
}
