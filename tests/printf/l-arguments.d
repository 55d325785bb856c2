/* @opts: -q */
BEGIN
{
	printf("%ld %lld %lu %llu\n", arg0 * 2, arg1, timestamp - timestamp + 1, timestamp - timestamp);
	exit(0);
}
