/* @opts: -q */
BEGIN
{
	@["k"] = quantize(-1);
	@["k"] = quantize(-5);
	exit(0);
}
