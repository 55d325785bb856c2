/* @opts: -q */
typedef struct point {
	int x;
} point_t;

point_t p;

BEGIN
{
	p.x = 3;
	print(p);
	exit(0);
}
