/* @opts: -q */
/* A value is printed after truncation to its type. */
BEGIN
{
	printf("%x %x\n", 0xdeadbeef << 4, 1 << 40);
	printf("%d %d\n", (char)65 + (char)100, (uint8_t)200 + (uint8_t)100);
	exit(0);
}
