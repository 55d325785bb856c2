/* @opts: -q */
BEGIN
{
	@["xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"] = sum(7);
	exit(0);
}
