/* @opts: -q */
BEGIN
{
	printf("[%-05d]\n", 42);
	exit(0);
}
