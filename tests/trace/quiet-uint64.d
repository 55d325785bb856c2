/* @opts: -q */
BEGIN
{
	trace((uint64_t)1);
	trace("\n");
	trace((uint64_t)-1);
	trace("\n");
	exit(0);
}
