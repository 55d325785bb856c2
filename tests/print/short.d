/* @opts: -q */
BEGIN
{
	print((short)-1);
	exit(0);
}
