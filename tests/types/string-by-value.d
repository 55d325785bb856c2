/* @opts: -q */
string s, t;

BEGIN
{
	s = "one";
	t = s;
	s = "two";
	printf("%s %s\n", s, t);
	exit(0);
}
