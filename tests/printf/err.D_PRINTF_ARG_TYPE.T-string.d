BEGIN
{
	printf("%T\n", "now");
}
