/* @opts: -q */
BEGIN
{
	s = "hello";
	printf("%s %c\n", stringof(s + 2), *(s + 1));
	printf("%c%c\n", s[0], s[4]);
	exit(0);
}
