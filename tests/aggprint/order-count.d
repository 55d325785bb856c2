/* @opts: -q */
BEGIN
{
	@["b"] = count();
	@["a"] = count();
	@["a"] = count();
	exit(0);
}
