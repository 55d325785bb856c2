/* @opts: -q */
/* @args: 7 */
BEGIN
{
	printf("%s\n", $$1);
	exit(0);
}
