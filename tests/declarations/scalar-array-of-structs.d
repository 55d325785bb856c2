/* @opts: -q */
struct p {
	int x;
	char name[4];
} a[3];

BEGIN
{
	i = 2;
	a[i].x = 5;
	a[1].name[2] = 'z';
	a[0].x = a[i].x + 1;
	printf("%d %d %c %d\n", a[0].x, a[2].x, a[1].name[2], a[1].x);
	a[1] = a[2];
	printf("%d\n", a[1].x);
	exit(0);
}
