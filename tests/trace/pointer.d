/* @opts: -q */
BEGIN
{
	trace((void *)0x1000);
	exit(0);
}
