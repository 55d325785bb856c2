/* @opts: -q */
BEGIN
{
	@[1, 2, 3, 4, 5, 6, 7, 8] = sum(7);
	exit(0);
}
