/* @opts: -q */
BEGIN
{
	@ = sum((uint64_t)-1);
	exit(0);
}
