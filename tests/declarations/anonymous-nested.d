/* @opts: -q */
struct {
	int a;
	union {
		int b;
		struct {
			short c, d;
		};
	};
} v;

BEGIN
{
	v.b = 0x00020001;
	printf("%d %d\n", v.c, v.d);
	v.d = -1;
	printf("%x\n", v.b);
	exit(0);
}
