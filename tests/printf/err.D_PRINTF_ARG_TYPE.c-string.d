BEGIN
{
	printf("%c\n", "a");
}
