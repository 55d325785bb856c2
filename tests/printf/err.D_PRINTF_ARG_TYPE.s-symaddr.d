BEGIN
{
	printf("%s\n", sym(0x10));
}
