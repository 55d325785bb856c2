BEGIN
{
	printf("%n\n", 1);
}
