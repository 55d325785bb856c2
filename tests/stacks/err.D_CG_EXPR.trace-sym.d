BEGIN
{
	trace(sym(0x10));
}
