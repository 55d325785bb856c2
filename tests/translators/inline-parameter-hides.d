/* @opts: -q */
/* A parameter hides the variable of its name. */
int x;
inline int same[int x] = x;

BEGIN
{
	x = 5;
	printf("%d %d\n", same[7], x);
	exit(0);
}
