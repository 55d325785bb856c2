/* @opts: -q */
BEGIN
{
	@ = sum((uint8_t)200);
	@ = sum((uint8_t)1);
	exit(0);
}
