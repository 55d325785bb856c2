/* @opts: -q */
/* The side that a constant condition does not take goes unchecked. */
inline int VERBOSE = 0;

BEGIN
{
	x = 1 ? 5 : nosuch;
	y = 0 ? also_nosuch("x") : 6;
	z = VERBOSE ? 1 : 7;
	w = sizeof (int) == 4 ? 8 : 9;
	printf("%d %d %d %d\n", x, y, z, w);
	exit(0);
}
