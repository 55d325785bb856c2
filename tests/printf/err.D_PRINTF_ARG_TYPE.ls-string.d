BEGIN
{
	printf("%ls\n", "a");
}
