/* @opts: -q */
BEGIN
{
	trace(1);
	trace(" ");
	trace((char)2);
	trace(" ");
	trace((long long)-3);
	trace("\n");
	exit(0);
}
