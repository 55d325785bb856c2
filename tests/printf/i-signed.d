/* @opts: -q */
BEGIN
{
	printf("%i %i %i %i\n", (uint8_t)-1, (uint16_t)-1, (uint32_t)-1, (uint64_t)-1);
	exit(0);
}
