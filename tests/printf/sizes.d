/* @opts: -q */
BEGIN
{
	printf("%d %d %d %x\n", (char)-1, (short)-2, (int)-3, (char)-1);
	printf("%u %u %u\n", (uint8_t)-1, (uint16_t)-1, (uint32_t)-1);
	printf("%lld %llx %hd\n", (long long)-5, (unsigned long long)255, (short)-9);
	printf("%d %x\n", -9223372036854775807, (int64_t)-1);
	exit(0);
}
