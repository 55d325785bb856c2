/* @opts: -q */
BEGIN
{
	printf("%d %d %d %d\n", sizeof (uint8_t), sizeof (uint16_t), sizeof (uint32_t),
	    sizeof (uint64_t));
	printf("%d %d %d %d\n", (uint8_t)-1, (uint16_t)-1, (uint32_t)-1, (uint64_t)-1);
	printf("%d %d %d %d\n", sizeof (uchar_t), sizeof (ushort_t), sizeof (uint_t), sizeof (ulong_t));
	printf("%d %d %d %d\n", (uchar_t)-1, (ushort_t)-1, (uint_t)-1, (ulong_t)-1);
	printf("%d %d %d\n", sizeof (uintptr_t), sizeof (size_t), sizeof (u_longlong_t));
	printf("%d %d %d\n", (uintptr_t)-1, (size_t)-1, (u_longlong_t)-1);
	exit(0);
}
