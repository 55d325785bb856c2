BEGIN
{
	printf("%p\n", "a");
}
