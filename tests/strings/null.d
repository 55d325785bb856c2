/* @opts: -q */
string s;

BEGIN
{
	printf("%d %d %d\n", s == NULL, s == "", s < "a");
	s = "x";
	printf("%d\n", s == NULL);
	s = NULL;
	printf("%d\n", s == NULL);
	exit(0);
}
