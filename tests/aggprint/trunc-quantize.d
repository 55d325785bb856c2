/* @opts: -q */
BEGIN
{
	@["a"] = quantize(100);
	@["b"] = quantize(1);
	trunc(@, 1);
	exit(0);
}
