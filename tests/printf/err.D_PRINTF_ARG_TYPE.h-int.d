BEGIN
{
	printf("%hd\n", 1);
}
