/* @opts: -q */
/* The order of first appearance is the program's, not that of the firings. */
END
{
	@late["end"] = sum(1);
}

BEGIN
{
	@early["begin"] = sum(9);
	exit(0);
}
