/* @opts: -q */
char b[40];

BEGIN
{
	n = 3;
	b[0] = 65;
	tracemem(&b[0], 40, n);
	exit(0);
}
