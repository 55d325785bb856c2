/* @filter: sed 's/^[ 0-9][ 0-9][0-9] /  0 /' */
struct s {
	char c[4];
};

struct s s;

BEGIN
{
	s.c[0] = 1;
	s.c[1] = 2;
	trace(s);
	exit(0);
}
