/* @opts: -q */
/* @args: 1 2 */
BEGIN
{
	printf("%d\n", $2);
	exit(0);
}
