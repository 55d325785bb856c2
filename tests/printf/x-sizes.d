/* @opts: -q */
BEGIN
{
	printf("%x %x %x %x\n", (char)-1, (short)-1, -1, (long long)-1);
	exit(0);
}
