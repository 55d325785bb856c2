/* @opts: -q */
BEGIN
{
	@["s", (char)1, 2] = sum(7);
	exit(0);
}
