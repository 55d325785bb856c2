/* @opts: -q */
BEGIN
{
	print((uint32_t)10);
	exit(0);
}
