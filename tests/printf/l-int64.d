/* @opts: -q */
BEGIN
{
	printf("%ld %lu %lld %llu\n", (int64_t)-1, (uint64_t)1, (int64_t)-1, (uint64_t)1);
	exit(0);
}
