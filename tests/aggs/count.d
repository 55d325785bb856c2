/* @opts: -q */
BEGIN
{
	@["x"] = count();
	@["x"] = count();
	@["y"] = count();
	exit(0);
}
