/* @opts: -q -x strsize=4 */
BEGIN
{
	a["abcdefgh"] = 1;
	printf("%d\n", a["abcdwxyz"]);
	exit(0);
}
