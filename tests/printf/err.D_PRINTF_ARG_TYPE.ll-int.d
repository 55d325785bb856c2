BEGIN
{
	printf("%lld\n", 1);
}
