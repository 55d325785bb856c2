/* @opts: -q */
BEGIN
{
	x = 0x1ffffffff;
	printf("%d %d %d %d %d\n", (char)0x1ff, (uint8_t)0x1ff, (short)70000, (int)0x1ffffffff,
	    (uint32_t)-1);
	printf("%d %d %d %d\n", (char)x, (uint8_t)x, (short)x, (int)x);
	exit(0);
}
