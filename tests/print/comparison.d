/* @opts: -q */
BEGIN
{
	print(1 == 1);
	exit(0);
}
