/* @filter: sed 's/^[ 0-9][ 0-9][0-9] /  0 /' */
struct s {
	char c[1];
};

struct s s;

BEGIN
{
	s.c[0] = 255;
	trace(s);
	exit(0);
}
