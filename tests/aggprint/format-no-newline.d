/* @opts: -q */
BEGIN
{
	@["a"] = sum(1);
	@["b"] = sum(2);
	printa("%s%@d", @);
	exit(0);
}
