/* @opts: -q */
struct s {
	short a;
	uint8_t b;
	char t[6];
};

struct s s;

BEGIN
{
	s.a = -3;
	s.b = 200;
	s.t[0] = 'a';
	s.t[1] = 'b';
	printf("%d %d %s\n", s.a, s.b, s.t);
	exit(0);
}
