/* @opts: -q */
inline int LIMIT = 30;

BEGIN
{
	@ = lquantize(11, 0, LIMIT, LIMIT / 3);
	exit(0);
}
