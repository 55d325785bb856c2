/* @opts: -q */
BEGIN
{
	@ = max(-9);
	@ = max(-5);
	@ = max(-70);
	exit(0);
}
