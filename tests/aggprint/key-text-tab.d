/* @opts: -q */
BEGIN
{
	@["a\tb"] = sum(1);
	exit(0);
}
