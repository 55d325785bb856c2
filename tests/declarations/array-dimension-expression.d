/* @opts: -q */
enum {
	N = 3
};
inline int M = 2;
int a[N * M + 1];

BEGIN
{
	printf("%d\n", sizeof (a) / sizeof (int));
	exit(0);
}
