/* @opts: -q */
BEGIN
{
	printf("[%+ d]\n", 42);
	exit(0);
}
