/* @opts: -q -x defaultargs */
BEGIN
{
	printf("%d [%s]\n", $3 + 5, $$2);
	exit(0);
}
