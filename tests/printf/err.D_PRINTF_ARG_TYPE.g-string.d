BEGIN
{
	printf("%g\n", "1");
}
