/* @opts: -q */
BEGIN
{
	@z["1"] = sum(9);
	@m["2"] = sum(1);
	@a["3"] = sum(5);
	exit(0);
}
