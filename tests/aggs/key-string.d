/* @opts: -q */
BEGIN
{
	@["hello"] = sum(7);
	exit(0);
}
