BEGIN
{
	printf("%u\n", "a");
}
