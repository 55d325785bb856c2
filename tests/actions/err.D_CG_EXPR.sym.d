BEGIN
{
	x = sym(0);
}
