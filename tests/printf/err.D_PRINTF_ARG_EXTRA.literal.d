BEGIN
{
	printf("none\n", 1);
}
