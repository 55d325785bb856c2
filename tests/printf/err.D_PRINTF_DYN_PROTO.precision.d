BEGIN
{
	printf("%.*d\n");
}
