/* @opts: -q */
struct s {
	char t[6];
};

struct s s;

BEGIN
{
	s.t[0] = 'h';
	s.t[1] = 'i';
	print(s);
	exit(0);
}
