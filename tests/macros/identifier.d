/* @opts: -q */
/* @args: x */
int x;

BEGIN
{
	$1 = 3;
	printf("%d\n", x);
	exit(0);
}
