/* @opts: -q */
BEGIN
{
	printf("%c%c%c%c\n", (char)65, (short)66, (int)67, (uint8_t)68);
	exit(0);
}
