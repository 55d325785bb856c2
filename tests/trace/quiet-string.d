/* @opts: -q */
BEGIN
{
	trace("a\tb");
	trace("\n");
	exit(0);
}
