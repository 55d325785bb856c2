/* @opts: -q */
/* A shift has the type of its left operand. */
char c;
int i;
unsigned long ul;

BEGIN
{
	i = -8;
	ul = 1;
	printf("%d %d %d\n", sizeof (c << ul), sizeof (i >> ul), sizeof (ul << c));
	printf("%d\n", (i >> ul) < 0);
	exit(0);
}
