/* @opts: -q */
BEGIN
{
	print(0);
	exit(0);
}
