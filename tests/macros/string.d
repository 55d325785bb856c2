/* @opts: -q */
/* @args: 'two words' a-b */
BEGIN
{
	printf("[%s] [%s]\n", $1, $2);
	exit(0);
}
