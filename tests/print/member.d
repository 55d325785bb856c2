/* @opts: -q */
struct point {
	int x;
	int y;
};

struct point p;

BEGIN
{
	p.y = 9;
	print(p.y);
	exit(0);
}
