/* @opts: -q */
BEGIN
{
	printf("%o %o %o\n", (char)-1, 64, (short)-1);
	exit(0);
}
