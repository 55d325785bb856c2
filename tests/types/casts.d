/* @opts: -q */
BEGIN
{
	x = 0xfedcba9876543210;
	printf("%d %d %d %d\n", (int8_t)x, (int16_t)x, (int32_t)x, (int64_t)x);
	printf("%d %d %d %d\n", (uint8_t)x, (uint16_t)x, (uint32_t)x, (uint64_t)x);
	y = -1;
	printf("%d %d %d %d\n", (uint8_t)y, (uint16_t)y, (uint32_t)y, (int8_t)(uint8_t)y);
	printf("%x\n", (uint64_t)(uint32_t)y);
	exit(0);
}
