BEGIN
{
	printf("%i\n", "a");
}
