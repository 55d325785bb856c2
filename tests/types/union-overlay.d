/* @opts: -q */
union u {
	uint32_t w;
	uint16_t h[2];
	uint8_t b[4];
} v;

BEGIN
{
	v.w = 0;
	v.h[0] = 0x1234;
	v.h[1] = 0x1234;
	printf("%x %x\n", v.w, v.b[0] + v.b[1]);
	exit(0);
}
