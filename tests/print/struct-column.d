/* @filter: sed 's/^[ 0-9][ 0-9][0-9] /  0 /' */
struct point {
	int x;
	int y;
};

struct point p;

BEGIN
{
	p.x = 1;
	p.y = -1;
	print(p);
	exit(0);
}
