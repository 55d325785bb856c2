/* @opts: -q */
string s;

BEGIN
{
	s = "abcdef";
	s = s;
	printf("%s\n", s);
	s = stringof(s + 2);
	printf("%s\n", s);
	s = strjoin(s, s);
	printf("%s\n", s);
	exit(0);
}
