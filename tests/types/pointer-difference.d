/* @opts: -q */
int a[4];

BEGIN
{
	printf("%d %d\n", sizeof (&a[1] - &a[0]), sizeof (&a[0]));
	printf("%d %d\n", &a[3] - &a[1], &a[1] - &a[3]);
	exit(0);
}
