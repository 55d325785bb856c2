/* @opts: -q -x version=1.6 */
/* @feed: replay */
inline int answer = 42;
#pragma D binding "1.5" answer

BEGIN
{
	printf("%d\n", answer);
	exit(0);
}
