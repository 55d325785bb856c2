/* @opts: -q */
char c;
unsigned char u;
signed char s;

BEGIN
{
	c = 200;
	u = 200;
	s = 200;
	printf("%d %d %d\n", c, u, s);
	exit(0);
}
