/* @opts: -w */
BEGIN
{
	trace(1);
	system("echo command");
	trace(2);
	exit(0);
}
