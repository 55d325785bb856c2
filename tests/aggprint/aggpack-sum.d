/* @opts: -q -x aggpack */
BEGIN
{
	@["a"] = sum(5);
	exit(0);
}
