/* @opts: -q -x defaultargs */
/* @args: 4 */
BEGIN
{
	printf("%d %d\n", $1, $2);
	exit(0);
}
