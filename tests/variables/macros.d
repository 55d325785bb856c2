/* @args: 12 'two words' */
/* @opts: -q */
BEGIN
{
	printf("%d %s %s %s\n", $1, $$2, $$1, $2);
	exit(0);
}
