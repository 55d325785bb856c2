BEGIN
{
	printf("%c\n", (long long)65);
}
