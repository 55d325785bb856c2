/* @opts: -q */
struct s {
	short a[2];
};

struct s s;

BEGIN
{
	s.a[1] = 2;
	print(s);
	exit(0);
}
