/* @opts: -q */
BEGIN
{
	@[(uint8_t)255] = sum(7);
	exit(0);
}
