/* @opts: -q */
BEGIN
{
	trace((uint16_t)1);
	trace("\n");
	trace((uint16_t)-1);
	trace("\n");
	exit(0);
}
