/* @opts: -q */
BEGIN
{
	@[mod(0x10)] = count();
	@[mod(0x10)] = count();
	exit(0);
}
