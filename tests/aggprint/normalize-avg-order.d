/* @opts: -q */
BEGIN
{
	@ = avg(9);
	@ = avg(10);
	@ = avg(10);
	normalize(@, 10);
	exit(0);
}
