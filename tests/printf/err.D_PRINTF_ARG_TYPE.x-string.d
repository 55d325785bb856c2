BEGIN
{
	printf("%x\n", "a");
}
