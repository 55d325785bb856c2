/* @opts: -q */
BEGIN
{
	@ = avg(100);
	@ = avg(205);
	normalize(@, 10);
	exit(0);
}
