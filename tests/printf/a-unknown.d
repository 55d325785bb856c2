/* @opts: -q */
BEGIN
{
	printf("[%a][%6a][%-6a]\n", 0x10, 0x10, 0x10);
	exit(0);
}
