BEGIN
{
	printf("%P\n", 80);
}
