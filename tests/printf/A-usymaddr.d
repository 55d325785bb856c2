/* @opts: -q */
BEGIN
{
	printf("[%A][%A][%A]\n", usym(0x10), uaddr(0x10), umod(0x10));
	exit(0);
}
