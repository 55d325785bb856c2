/* @opts: -q */
/* The value has the declared type. */
inline char small = 300;
inline uint64_t big = -1;
inline long l = 5;

BEGIN
{
	printf("%d %d %d\n", small, sizeof (small), sizeof (l));
	printf("%d\n", big > 0);
	exit(0);
}
