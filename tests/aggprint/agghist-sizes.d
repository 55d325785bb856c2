/* @opts: -q -x agghist */
BEGIN
{
	@[(char)1, (short)2, (long long)3] = sum(1);
	exit(0);
}
