BEGIN
{
	printf("%-5", 1);
}
