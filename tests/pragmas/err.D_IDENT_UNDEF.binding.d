/* @opts: -x version=1.4 */
inline int answer = 42;
#pragma D binding "1.5" answer

BEGIN
{
	printf("%d\n", answer);
	exit(0);
}
