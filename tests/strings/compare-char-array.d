/* @opts: -q */
char c[8];
char *p;

BEGIN
{
	c[0] = 'h';
	c[1] = 'i';
	p = &c[0];
	s = "hi";
	printf("%d%d%d%d\n", s == c, c == s, p == s, "hi" == p);
	printf("%d%d%d\n", s < c, p >= s, "ho" > c);
	exit(0);
}
