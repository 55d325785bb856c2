/* @opts: -q */
BEGIN
{
	@ = sum(5);
	@ = sum(-5);
	exit(0);
}
