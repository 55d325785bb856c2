/* @opts: -q */
BEGIN
{
	@["a"] = min(3);
	@["b"] = min(-3);
	exit(0);
}
