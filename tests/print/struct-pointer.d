/* @opts: -q */
struct point {
	int x;
	int y;
};

struct point p;

BEGIN
{
	print((struct point *)0x20);
	exit(0);
}
