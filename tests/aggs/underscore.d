/* @opts: -q */
BEGIN
{
	@ = sum(1);
	@_ = sum(2);
	exit(0);
}
