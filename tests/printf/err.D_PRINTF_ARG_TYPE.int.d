BEGIN
{
	printf("%d\n", "one");
}
