/* @opts: -q */
BEGIN
{
	@ = sum((uint32_t)-1);
	exit(0);
}
