BEGIN
{
	printf("%C\n", (long long)65);
}
