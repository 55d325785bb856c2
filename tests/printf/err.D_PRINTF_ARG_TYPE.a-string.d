BEGIN
{
	printf("%a\n", "a");
}
