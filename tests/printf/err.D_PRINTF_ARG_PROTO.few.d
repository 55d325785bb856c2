BEGIN
{
	printf("%d\n");
}
