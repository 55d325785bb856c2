/* @opts: -q */
BEGIN
{
	trace((long long)1);
	trace("\n");
	trace((long long)-1);
	trace("\n");
	exit(0);
}
