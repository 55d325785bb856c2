/* @opts: -q */
BEGIN
{
	@["a"] = sum(1);
	@["B"] = sum(1);
	@["ab"] = sum(1);
	@[""] = sum(1);
	@["~"] = sum(1);
	exit(0);
}
