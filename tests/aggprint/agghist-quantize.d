/* @opts: -q -x agghist */
BEGIN
{
	@["a"] = quantize(10);
	exit(0);
}
