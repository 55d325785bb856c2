/* @opts: -q */
BEGIN
{
	trace((char)1);
	trace("\n");
	trace((char)-1);
	trace("\n");
	exit(0);
}
