/* @opts: -q */
BEGIN
{
	@["a"] = max(3);
	@["b"] = max(-3);
	exit(0);
}
