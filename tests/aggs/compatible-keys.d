/* @opts: -q */
BEGIN
{
	@[1] = count();
	@[(short)1] = count();
	@[(char)2] = count();
	exit(0);
}
