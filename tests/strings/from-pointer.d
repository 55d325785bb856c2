/* @opts: -q */
char c[10];
char *p;

BEGIN
{
	c[0] = 'A';
	c[1] = 'B';
	c[2] = 'C';
	p = &c[1];
	s = stringof(p);
	t = (string)p;
	c[1] = 'X';
	printf("%s %s %s\n", s, t, stringof(p));
	exit(0);
}
