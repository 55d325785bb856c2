BEGIN
{
	printf("%.*d\n", "6", 1);
}
