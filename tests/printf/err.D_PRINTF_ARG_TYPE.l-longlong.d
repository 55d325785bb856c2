BEGIN
{
	printf("%ld\n", (long long)1);
}
