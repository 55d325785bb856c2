/* @opts: -q */
char c[6];

BEGIN
{
	c[0] = 'a';
	c[1] = 'b';
	s = "xyz";
	printf("%s %s %s\n", stringof c, stringof(s), (string)&c[1]);
	printf("%d\n", sizeof (stringof c));
	exit(0);
}
