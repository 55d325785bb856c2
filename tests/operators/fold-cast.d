/* @opts: -q */
BEGIN
{
	x = 0x1fff;
	printf("%d%d%d%d\n", (char)0x1fff == (char)x, (uint8_t)0x1fff == (uint8_t)x,
	    (short)0x18fff == (short)(x + 0x17000), (uint32_t)-1 == (uint32_t)(0 - x + 0x1ffe));
	printf("%d %d %d %d\n", (char)0x80, (uint8_t)0x180, (short)0x8000, (int)0x80000000);
	exit(0);
}
