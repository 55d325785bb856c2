/* @opts: -q -x agghist */
BEGIN
{
	@["a"] = max(10);
	exit(0);
}
