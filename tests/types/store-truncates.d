/* @opts: -q */
int8_t a;
uint8_t b;
int16_t c;
uint16_t d;
int32_t e;
uint32_t f;

BEGIN
{
	x = 0x123456789abcdef0;
	a = x;
	b = x;
	c = x;
	d = x;
	e = x;
	f = x;
	printf("%d %d %d %d %d %d\n", a, b, c, d, e, f);
	exit(0);
}
