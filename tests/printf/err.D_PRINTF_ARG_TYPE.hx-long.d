BEGIN
{
	printf("%hx\n", (long)1);
}
