/* @opts: -q */
BEGIN
{
	printf("[%s]\n", zonename);
	exit(0);
}
