/* @opts: -q */
BEGIN
{
	@[10] = sum(1);
	@[9] = sum(1);
	@[-1] = sum(1);
	@[100] = sum(1);
	@[-50] = sum(1);
	exit(0);
}
