/* @filter: sed 's/^[ 0-9][ 0-9][0-9] /  0 /' */
struct s {
	char c[2];
};

struct s s;

BEGIN
{
	s.c[1] = 128;
	trace(s);
	exit(0);
}
