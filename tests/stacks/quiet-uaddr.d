/* @opts: -q */
BEGIN
{
	uaddr(0x10);
	printf("|\n");
	exit(0);
}
