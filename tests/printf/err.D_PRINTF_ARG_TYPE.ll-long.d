BEGIN
{
	printf("%lld\n", (long)1);
}
