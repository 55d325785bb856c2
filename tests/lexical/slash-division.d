/* @opts: -q */
BEGIN
/12 / 4 / 3 == 1/
{
	printf("%d\n", 100 / 5 / 2);
	exit(0);
}
