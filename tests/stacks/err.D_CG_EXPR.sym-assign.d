BEGIN
{
	x = sym(0x10);
}
