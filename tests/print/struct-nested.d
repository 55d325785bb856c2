/* @opts: -q */
struct point {
	int x;
	int y;
};

struct outer {
	char c;
	struct point p;
	struct point *next;
};

struct outer o;

BEGIN
{
	o.p.x = 1;
	o.p.y = -1;
	o.c = 'x';
	print(o);
	exit(0);
}
