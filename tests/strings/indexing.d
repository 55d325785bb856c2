/* @opts: -q */
string s;

BEGIN
{
	s = "hello";
	i = 4;
	printf("%c%c%d\n", s[0], s[i], s[5]);
	printf("%c\n", "literal"[2]);
	printf("%s\n", stringof(&s[1]));
	printf("%d\n", sizeof (s[0]));
	exit(0);
}
