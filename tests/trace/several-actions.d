/* @filter: sed 's/^[ 0-9][ 0-9][0-9] /  0 /' */
char b[40];

BEGIN
{
	trace(1);
	printf("[%d]", 2);
	trace("three");
	tracemem(&b[0], 2);
	trace((char)4);
	exit(0);
}
