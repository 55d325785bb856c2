/* @opts: -q */
BEGIN
{
	trace((uint8_t)1);
	trace("\n");
	trace((uint8_t)-1);
	trace("\n");
	exit(0);
}
