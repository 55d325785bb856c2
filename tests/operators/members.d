/* @opts: -q */
struct point {
	int x;
	int y;
};

struct point a, b;

BEGIN
{
	a.x = 3;
	a.y = 4;
	b = a;
	b.y = 5;
	printf("%d %d %d\n", a.x * a.x + a.y * a.y, b.x, b.y);
	exit(0);
}
