/* @opts: -q */
BEGIN
{
	@[uaddr(0x10)] = count();
	@[uaddr(0x10)] = count();
	exit(0);
}
