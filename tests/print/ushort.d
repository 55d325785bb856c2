/* @opts: -q */
BEGIN
{
	print((unsigned short)7);
	exit(0);
}
