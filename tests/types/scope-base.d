/* D` finds the base types too. */
/* @opts: -q */
const D`int c;

BEGIN
{
	printf("%d %d %d\n", sizeof((D`long)0), (D`char)300, sizeof(D`uint32_t));
	exit(0);
}
