/* @opts: -q */
BEGIN
{
	print((char)1);
	exit(0);
}
