/* @opts: -q */
BEGIN
{
	@a["k"] = sum(1);
}

BEGIN
{
	@a["k"] = sum(2);
	exit(0);
}

END
{
	@a["k"] = sum(4);
}
