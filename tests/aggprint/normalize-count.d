/* @opts: -q */
BEGIN
{
	@ = count();
	@ = count();
	@ = count();
	normalize(@, 2);
	exit(0);
}
