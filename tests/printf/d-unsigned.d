/* @opts: -q */
BEGIN
{
	printf("%d %d %d %d\n", (uint8_t)-1, (uint16_t)-1, (uint32_t)-1, (uint64_t)-1);
	exit(0);
}
