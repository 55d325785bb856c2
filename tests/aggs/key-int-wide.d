/* @opts: -q */
BEGIN
{
	@[123456789] = sum(7);
	exit(0);
}
