/* @opts: -q */
BEGIN
{
	x = 12;
	s = "str";
	@[x, s] = count();
	x = 13;
	@[x, s] = count();
	x = 12;
	@[x, s] = count();
	exit(0);
}
