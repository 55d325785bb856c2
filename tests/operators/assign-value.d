/* @opts: -q */
/* The value of an assignment is what was stored: a signed variable keeps 64 bits. */
char c;

BEGIN
{
	x = c = 300;
	printf("%d %d\n", x, c);
	printf("%d\n", (c = 200) < 0);
	exit(0);
}
