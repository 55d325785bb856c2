/* @opts: -q */
BEGIN
{
	print((uint64_t)18446744073709551615);
	exit(0);
}
