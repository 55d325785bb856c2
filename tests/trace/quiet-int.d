/* @opts: -q */
BEGIN
{
	trace((int)1);
	trace("\n");
	trace((int)-1);
	trace("\n");
	exit(0);
}
