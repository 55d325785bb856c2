/* @opts: -q */
/* A whole translated structure is bytes. */
struct from {
	int a, b;
} from;

struct to {
	int x, y, z;
};

translator struct to < struct from f > {
	x = f.b;
	z = f.a;
};

BEGIN
{
	from.a = 0x11223344;
	from.b = 7;
	trace(xlate < struct to > (from));
	trace(*(xlate < struct to * > (from)));
	exit(0);
}
