/* @opts: -q */
BEGIN
{
	printf("%d %d %d %d %d %d %d\n", 1u, 1U, 1l, 1L, 1ll, 1LL, 1ul);
	printf("%d %d %d %d\n", 1lu, 1ull, 1LLU, 0x10UL);
	printf("%d %d %d %d %d\n", sizeof (1u), sizeof (1l), sizeof (1ul), sizeof (1ll), sizeof (1ull));
	exit(0);
}
