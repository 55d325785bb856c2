/* @opts: -q */
BEGIN
{
	printf("%x %X %#x %o %#o %u %i\n", 255, 255, 255, 8, 8, 7, -7);
	exit(0);
}
