/* @opts: -q */
BEGIN
{
	printf("%lld %lli %llu %llo %llx %llX\n", (long long)-2, (int64_t)-2, (unsigned long long)5, (long long)8, (uint64_t)255, (long long)255);
	exit(0);
}
