/* @filter: sed 's/^[ 0-9][ 0-9][0-9] /  0 /' */
struct s {
	char c[3];
};

struct s s;

BEGIN
{
	s.c[0] = 97;
	s.c[1] = 98;
	s.c[2] = 99;
	trace(s);
	exit(0);
}
