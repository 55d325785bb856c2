BEGIN
{
	printf("%D\n", 1);
}
