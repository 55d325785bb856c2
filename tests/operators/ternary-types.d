/* @opts: -q */
char *p;
string s;

BEGIN
{
	t = 1;
	f = 0;
	s = "str";
	printf("%d %d\n", sizeof (t ? (char)1 : 2l), (t ? -1 : 1u) > 0);
	printf("%s %s\n", t ? s : "other", f ? s : "other");
	p = f ? p : NULL;
	printf("%d\n", p == NULL);
	exit(0);
}
