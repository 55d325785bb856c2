BEGIN
{
	trace(mod(0x10));
}
