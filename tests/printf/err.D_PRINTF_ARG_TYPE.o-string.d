BEGIN
{
	printf("%o\n", "a");
}
