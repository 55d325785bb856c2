/* @opts: -q */
BEGIN
{
	@ = max((int64_t)-1);
	@ = max((uint64_t)3);
	exit(0);
}
