/* @opts: -q */
BEGIN
{
	printf("100%%\n");
	printf("no newline");
	printf(", two actions\n");
	exit(0);
}
