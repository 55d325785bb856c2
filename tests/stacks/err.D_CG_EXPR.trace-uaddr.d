BEGIN
{
	trace(uaddr(0x10));
}
