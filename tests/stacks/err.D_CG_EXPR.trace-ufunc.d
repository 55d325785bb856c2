BEGIN
{
	trace(ufunc(0x10));
}
