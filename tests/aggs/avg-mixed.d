/* @opts: -q */
BEGIN
{
	@ = avg(-7);
	@ = avg(3);
	@ = avg(2);
	exit(0);
}
