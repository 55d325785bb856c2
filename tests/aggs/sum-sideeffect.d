/* @opts: -q */
BEGIN
{
	n = 0;
	@ = sum(n++);
	@ = sum(n++);
	printf("%d\n", n);
	exit(0);
}
