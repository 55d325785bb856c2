/* @opts: -q -x agghist */
BEGIN
{
	@["x", 1] = sum(1);
	@["y", 22] = sum(3);
	exit(0);
}
