/* @opts: -q */
/* @args: -- -5 +7 */
BEGIN
{
	printf("%d %d\n", $1, 3 - $2);
	exit(0);
}
