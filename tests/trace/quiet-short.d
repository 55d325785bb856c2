/* @opts: -q */
BEGIN
{
	trace((short)1);
	trace("\n");
	trace((short)-1);
	trace("\n");
	exit(0);
}
