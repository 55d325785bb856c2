/* @opts: -q */
BEGIN
{
	x = 1;
	X = 2;
	Begin = 3;
	printf("%d %d %d\n", x, X, Begin);
	exit(0);
}
