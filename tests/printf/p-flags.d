/* @opts: -q */
BEGIN
{
	printf("[%10p][%-10p][%#p]\n", 0xabc, 0xabc, 0xabc);
	exit(0);
}
