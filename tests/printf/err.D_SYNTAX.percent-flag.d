BEGIN
{
	printf("%-%\n");
}
