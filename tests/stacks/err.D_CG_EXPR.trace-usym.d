BEGIN
{
	trace(usym(0x10));
}
