/* @at: 4 pid = 1 */
BEGIN
{
	pid = 1;
}
