BEGIN
{
	printf("%Ld\n", 1);
}
