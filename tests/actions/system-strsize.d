/* The command is limited to strsize characters. */
/* @opts: -wq -x strsize=12 */
BEGIN
{
	system("echo %s", "0123456789");
	exit(0);
}
