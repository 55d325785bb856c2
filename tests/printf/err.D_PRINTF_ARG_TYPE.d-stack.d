BEGIN
{
	printf("%d\n", stack());
}
