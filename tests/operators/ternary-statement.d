/* @opts: -q */
BEGIN
{
	x = 2;
	x == 2 ? y = 5 : 0;
	exit(0);
}
