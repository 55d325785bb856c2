/* @opts: -q */
BEGIN
{
	@ = min(-1);
	@ = min(-100);
	@ = min(50);
	exit(0);
}
