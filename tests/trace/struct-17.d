/* @filter: sed 's/^[ 0-9][ 0-9][0-9] /  0 /' */
struct s {
	char c[17];
};

struct s s;

BEGIN
{
	s.c[0] = 1;
	s.c[1] = 2;
	s.c[2] = 3;
	s.c[3] = 4;
	s.c[4] = 5;
	s.c[5] = 6;
	s.c[6] = 7;
	s.c[7] = 8;
	s.c[8] = 9;
	s.c[9] = 10;
	s.c[10] = 11;
	s.c[11] = 12;
	s.c[12] = 13;
	s.c[13] = 14;
	s.c[14] = 15;
	s.c[15] = 16;
	s.c[16] = 17;
	trace(s);
	exit(0);
}
