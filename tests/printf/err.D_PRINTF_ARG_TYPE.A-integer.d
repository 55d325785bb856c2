BEGIN
{
	printf("%A\n", 0x10);
}
