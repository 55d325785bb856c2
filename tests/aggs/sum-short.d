/* @opts: -q */
BEGIN
{
	@ = sum((short)-300);
	@ = sum((unsigned short)-1);
	exit(0);
}
