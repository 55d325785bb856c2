BEGIN
{
	printf("%lx\n", (short)1);
}
