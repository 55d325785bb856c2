/* @opts: -q */
int g;

BEGIN
{
	printf("%d\n", g);
	g = 0x100000002;
	printf("%d\n", g);
	exit(0);
}
