BEGIN
{
	printf("%5%\n");
}
