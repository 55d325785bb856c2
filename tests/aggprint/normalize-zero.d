/* @opts: -q */
BEGIN
{
	@ = sum(100);
	n = 0;
	normalize(@, n);
	exit(0);
}
