/* @opts: -q */
BEGIN
{
	@ = min(0);
	@ = min(-9223372036854775807 - 1);
	@ = min(5);
	exit(0);
}
