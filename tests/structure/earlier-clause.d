/* @opts: -q */
BEGIN
{
	x = 3;
	y = x + 1;
}

BEGIN
{
	printf("%d %d\n", x, y);
	exit(0);
}
