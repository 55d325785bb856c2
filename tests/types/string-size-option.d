/* @opts: -q -x strsize=32 */
string s;

BEGIN
{
	printf("%d %d %d\n", sizeof (string), sizeof (s), sizeof ("x"));
	exit(0);
}
