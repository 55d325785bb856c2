/* @opts: -q */
BEGIN
{
	printf("[%P][%7P]\n", (uint16_t)65001, (uint16_t)65001);
	exit(0);
}
