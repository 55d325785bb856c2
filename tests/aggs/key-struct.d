/* @opts: -q */
/* A structure is a key by value; its bytes are no text. */
struct point {
	int x;
	int y;
	int z;
};

struct point p;

BEGIN
{
	p.x = 1;
	p.y = 2;
	p.z = -1;
	@[p] = count();
	@[p] = count();
	p.x = 3;
	@[p] = count();
	exit(0);
}
