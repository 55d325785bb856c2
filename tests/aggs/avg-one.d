/* @opts: -q */
BEGIN
{
	@ = avg(41);
	exit(0);
}
