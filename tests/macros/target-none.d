/* @opts: -q */
BEGIN
{
	printf("%d [%s]\n", $target, $$target);
	exit(0);
}
