/* @filter: sed 's/^[ 0-9][ 0-9][0-9] /  0 /' */
struct s {
	char c[6];
};

struct s s;

BEGIN
{
	trace(s);
	exit(0);
}
