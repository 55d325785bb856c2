/* @opts: -q */
/* An inline with a constant body counts as a constant. */
inline int N = 2 + 1;
int a[N];
enum e {
	FIRST = N
};
struct s {
	int b:N;
} v;

BEGIN
{
	v.b = 4;
	printf("%d %d %d\n", sizeof (a), FIRST, v.b);
	@ = lquantize(1, 0, N, 1);
	exit(0);
}
END
{
	trunc(@);
}
