/* @opts: -q */
int *p;

BEGIN
{
	x = 5;
	printf("%d %d %d\n", x && 7, x || 0, p || 0);
	printf("%d %d\n", x ^^ 7, x ^^ 0);
	printf("%d\n", "str" == "str" && x);
	exit(0);
}
