/* @opts: -q -x strsize=4 */
/* A string that fills its member has no NUL, and ends there. */
struct pair {
	string first;
	string second;
} p;

BEGIN
{
	p.first = "abcdef";
	p.second = "xyz";
	print(p);
	printf("%s %s %d %d\n", p.first, p.second, strlen(p.first), sizeof (p));
	p.first = "a";
	printf("%s %s|\n", p.first, p.second);
	exit(0);
}
