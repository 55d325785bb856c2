/* @opts: -q -x agghist */
BEGIN
{
	@[1] = sum(1);
	@[22] = sum(3);
	exit(0);
}
