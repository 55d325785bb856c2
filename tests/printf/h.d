/* @opts: -q */
BEGIN
{
	printf("%hd %hi %hu %ho %hx %hX\n", (short)-2, (short)-2, (unsigned short)65534, (short)8, (short)-1, (short)-1);
	exit(0);
}
