/* @opts: -q */
/* @status: 1 */
BEGIN
{
	system("echo never");
	exit(0);
}
