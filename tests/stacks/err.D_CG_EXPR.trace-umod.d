BEGIN
{
	trace(umod(0x10));
}
