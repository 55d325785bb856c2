BEGIN
{
	printf("%llx\n", (short)1);
}
