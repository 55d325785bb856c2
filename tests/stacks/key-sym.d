/* @opts: -q */
BEGIN
{
	@[sym(0x10)] = count();
	@[sym(0x10)] = count();
	exit(0);
}
