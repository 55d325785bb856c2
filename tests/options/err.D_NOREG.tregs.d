/* @opts: -x tregs=2 */
BEGIN
{
	x[1, 2, 3] = 1;
	exit(0);
}
