/* @opts: -q */
BEGIN
{
	printf("%d %d %d %d\n", 0x0, 0xff, 0XFF, 0xaBcD);
	printf("%u\n", 0xffffffffffffffff);
	exit(0);
}
