/* @opts: -q */
BEGIN
{
	printf("%X %X\n", (char)-1, (short)-1);
	exit(0);
}
