/* The command is limited to strsize. */
/* @opts: -wq -x strsize=12 */
BEGIN
{
	system("echo %s", "0123456789");
	exit(0);
}
