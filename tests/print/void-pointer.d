/* @opts: -q */
BEGIN
{
	print((void *)0x1000);
	exit(0);
}
