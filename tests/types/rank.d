/* @opts: -q */
/* The operand of the higher rank gives the type: rank is bits, one more if unsigned. */
int i;
unsigned int u;
long l;
unsigned long ul;
char c;
unsigned char uc;
short s;

BEGIN
{
	i = -1;
	l = -1;
	c = -1;
	s = -1;
	u = 1;
	ul = 1;
	uc = 1;
	printf("%d%d%d%d%d%d\n", i < u, l < u, l < ul, i < ul, c < uc, s < uc);
	printf("%d %d %d %d\n", sizeof (c + c), sizeof (c + s), sizeof (i + u), sizeof (i + l));
	printf("%d %d %d\n", sizeof (c + i), sizeof (u + l), sizeof (uc * uc));
	exit(0);
}
