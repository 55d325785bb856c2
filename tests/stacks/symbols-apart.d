/* @opts: -q */
BEGIN
{
	@[sym(0x20)] = count();
	@[sym(0x10)] = count();
	exit(0);
}
