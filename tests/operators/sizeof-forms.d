/* @opts: -q */
struct s {
	int a[3];
	char c;
} v, *p;

BEGIN
{
	x = 1;
	printf("%d %d %d %d\n", sizeof x, sizeof (x), sizeof v, sizeof (v.a));
	printf("%d %d %d\n", sizeof (*p), sizeof (p->a), sizeof (p));
	printf("%d %d\n", sizeof (x + 1l), sizeof (struct s [2]));
	exit(0);
}
