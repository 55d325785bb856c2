/* @opts: -w */
/* @status: 1 */
BEGIN
{
	panic();
}
