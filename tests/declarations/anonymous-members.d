/* @opts: -q */
struct s {
	int a;
	union {
		int b;
		char c[4];
	};
	struct {
		int d;
		int e;
	};
} v;

BEGIN
{
	v.a = 1;
	v.b = 0x62626262;
	v.d = 3;
	v.e = 4;
	printf("%d %c %d %d\n", v.a, v.c[3], v.d, v.e);
	printf("%d %d %d %d\n", offsetof(struct s, c), offsetof(struct s, d), offsetof(struct s, e),
	    sizeof (struct s));
	exit(0);
}
