/* @opts: -q */
BEGIN
{
	print((char)0);
	exit(0);
}
