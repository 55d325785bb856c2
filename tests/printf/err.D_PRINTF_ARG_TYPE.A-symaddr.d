BEGIN
{
	printf("%A\n", sym(0x10));
}
