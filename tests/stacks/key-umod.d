/* @opts: -q */
BEGIN
{
	@[umod(0x10)] = count();
	@[umod(0x10)] = count();
	exit(0);
}
