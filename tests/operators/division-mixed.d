/* @opts: -q */
/* A long is of higher rank than an unsigned int; an unsigned long than a long. */
unsigned int u;
long l;
unsigned long ul;

BEGIN
{
	u = 2;
	l = -9;
	ul = 2;
	printf("%d %d\n", l / u, l % u);
	printf("%u\n", l / ul);
	exit(0);
}
