/* @opts: -q */
string s;

BEGIN
{
	t = 1;
	s = t ? "yes" : "no";
	printf("%s %s\n", s, !t ? "yes" : "no");
	printf("%s\n", s == "yes" ? stringof("a") : s);
	exit(0);
}
