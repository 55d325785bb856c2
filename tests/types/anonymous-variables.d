/* @opts: -q */
struct {
	int a;
	int b;
} s;
union {
	int w;
	char c[4];
} u;

BEGIN
{
	s.a = 1;
	s.b = 2;
	u.w = 0x61616161;
	printf("%d %d %c\n", s.a, s.b, u.c[2]);
	exit(0);
}
