/* @opts: -q */
inline int two = 2;

BEGIN
{
	printf("%d %d\n", two, two * 21);
	exit(0);
}
