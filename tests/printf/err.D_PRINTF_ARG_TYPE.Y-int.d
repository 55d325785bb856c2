BEGIN
{
	printf("%Y\n", 1);
}
