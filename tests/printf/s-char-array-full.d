/* @opts: -q */
struct s {
	char t[4];
	char n;
};

struct s s;

BEGIN
{
	s.t[0] = 'a';
	s.t[1] = 'b';
	s.t[2] = 'c';
	s.t[3] = 'd';
	s.n = 'e';
	printf("[%s]\n", s.t);
	exit(0);
}
