/* @opts: -q */
string s[3];

BEGIN
{
	s[0] = "abc";
	s[2] = "de";
	printf("%s %s %d %d\n", s[0], s[2], sizeof (s), sizeof (s[1]));
	exit(0);
}
