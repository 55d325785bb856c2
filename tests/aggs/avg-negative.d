/* @opts: -q */
BEGIN
{
	@ = avg(-1);
	@ = avg(-2);
	@ = avg(-2);
	exit(0);
}
