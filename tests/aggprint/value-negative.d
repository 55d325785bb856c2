/* @opts: -q */
BEGIN
{
	@["k"] = sum(-123456789012);
	exit(0);
}
