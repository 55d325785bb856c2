/* @opts: -q */
/* Arithmetic is of 64 bits, whatever the types, until stored or cast. */
char c;
int i;

BEGIN
{
	c = 100;
	i = 0x7fffffff;
	printf("%d\n", (c + c) / 2);
	printf("%d\n", (long)(i + 1) / 2);
	c = c + c;
	i = i + 1;
	printf("%d %d\n", c, i);
	exit(0);
}
