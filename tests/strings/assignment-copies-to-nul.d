/* @opts: -q */
string s;

BEGIN
{
	s = "long text";
	s = "ab";
	printf("%s %d %d\n", s, strlen(s), s[2]);
	s = "";
	printf("[%s] %d %d\n", s, strlen(s), s == "");
	exit(0);
}
