/* @opts: -q */
BEGIN
{
	@[func(0x10)] = count();
	@[func(0x10)] = count();
	exit(0);
}
