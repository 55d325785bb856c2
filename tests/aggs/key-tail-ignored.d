/* @opts: -q */
BEGIN
{
	s = "longer text";
	s = "x";
	@[s] = count();
	@["x"] = count();
	exit(0);
}
