/* @opts: -q */
BEGIN
{
	@ = sum(-9223372036854775807);
	@ = sum(-2);
	exit(0);
}
