/* @opts: -q */
BEGIN
{
	x = curthread;
	printf("%d %d\n", x == curthread, sizeof (curthread));
	exit(0);
}
