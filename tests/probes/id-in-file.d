/* @opts: -q */
1
{
	printf("%s\n", probename);
	exit(0);
}

2
{
	printf("%s\n", probename);
}
