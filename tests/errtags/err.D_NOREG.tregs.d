/* @opts: -x tregs=1 */
BEGIN
{
	a[1, 2] = 1;
}
