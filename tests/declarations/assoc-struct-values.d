/* @opts: -q */
struct pt {
	int x;
	int y;
} p;
struct pt a[string];

BEGIN
{
	p.x = 3;
	p.y = 4;
	a["k"] = p;
	p.x = 5;
	printf("%d %d\n", a["k"].x, a["k"].y);
	a["k"].x = 9;
	printf("%d %d %d\n", a["k"].x, a["k"].y, p.x);
	exit(0);
}
