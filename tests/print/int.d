/* @opts: -q */
BEGIN
{
	print(5);
	exit(0);
}
