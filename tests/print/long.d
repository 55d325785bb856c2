/* @opts: -q */
BEGIN
{
	print((long)-1);
	exit(0);
}
