/* @opts: -q */
BEGIN
{
	printf("[%0*d]\n", 5, 42);
	exit(0);
}
