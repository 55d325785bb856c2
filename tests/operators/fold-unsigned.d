/* @opts: -q */
BEGIN
{
	u = 0xfffffffffffffffful;
	printf("%d%d%d\n", 0xffffffffffffffff / 3 == u / 3, 0xffffffffffffffff % 10 == u % 10,
	    0xffffffffffffffff >> 4 == u >> 4);
	printf("%u %u\n", 0xffffffffffffffff / 3, 0xffffffffffffffff >> 4);
	exit(0);
}
