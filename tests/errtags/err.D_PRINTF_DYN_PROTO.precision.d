BEGIN
{
	printf("%.*s");
}
