/* @opts: -q */
BEGIN
{
	@[ufunc(0x10)] = count();
	@[ufunc(0x10)] = count();
	exit(0);
}
