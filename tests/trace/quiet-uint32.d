/* @opts: -q */
BEGIN
{
	trace((uint32_t)1);
	trace("\n");
	trace((uint32_t)-1);
	trace("\n");
	exit(0);
}
