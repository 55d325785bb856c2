BEGIN
{
	trace(func(0x10));
}
