/* @opts: -q */
/* @args: 1 0 */
BEGIN
{
	$1 ? printf("yes ") : trace(1);
	$2 ? printf("no\n") : printf("no more\n");
	exit(0);
}
