/* @opts: -q */
BEGIN
{
	printf("[%-+6d][%+06d][%#08x][%-#8x][% 05d]\n", 42, 42, 0xff, 0xff, 42);
	exit(0);
}
