BEGIN
{
	printf("%Lf\n", 1);
}
