/* @filter: sed 's/^[ 0-9][ 0-9][0-9] /  0 /' */
char b[40];

BEGIN
{
	b[0] = 65;
	tracemem(&b[0], 4);
	exit(0);
}
