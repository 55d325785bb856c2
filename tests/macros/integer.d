/* @opts: -q */
/* @args: 42 0x10 010 */
BEGIN
{
	printf("%d %d %d\n", $1 + 1, $2, $3);
	exit(0);
}
