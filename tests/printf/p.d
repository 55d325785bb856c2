/* @opts: -q */
BEGIN
{
	printf("%p %p %p\n", 0, 0xdeadbeef, (void *)0x1000);
	exit(0);
}
