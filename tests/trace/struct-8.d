/* @filter: sed 's/^[ 0-9][ 0-9][0-9] /  0 /' */
struct s {
	char c[8];
};

struct s s;

BEGIN
{
	s.c[0] = 255;
	s.c[1] = 255;
	s.c[2] = 255;
	s.c[3] = 255;
	s.c[4] = 255;
	s.c[5] = 255;
	s.c[6] = 255;
	s.c[7] = 255;
	trace(s);
	exit(0);
}
