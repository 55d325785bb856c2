/* @opts: -q */
BEGIN
{
	@[""] = sum(7);
	exit(0);
}
