/* @opts: -q */
BEGIN
{
	printf("[%*d]\n", 0, 7);
	exit(0);
}
