/* @opts: -q */
BEGIN
{
	printf("[%?p]\n", 0xffff);
	exit(0);
}
