BEGIN
{
	printf("%e\n", 1);
}
