/* @opts: -q */
BEGIN
{
	@["a", "b"] = sum(7);
	exit(0);
}
