/* @opts: -q */
BEGIN
{
	@[(uint8_t)1] = sum(1);
	@[(uint8_t)255] = sum(1);
	@[(uint8_t)0] = sum(1);
	exit(0);
}
