/* @opts: -q */
BEGIN
{
	@[usym(0x10)] = count();
	@[usym(0x10)] = count();
	exit(0);
}
