/* @opts: -q */
/* Signed variables keep 64 bits and are compared so; a cast cuts to the type of the variable. */
char c;
uint8_t u;
short s;
uint16_t h;

BEGIN
{
	c = 255;
	u = 255;
	s = 0xffff;
	h = 0xffff;
	printf("%d%d%d%d\n", c == -1, u == 255, s == -1, h == 65535);
	printf("%d%d%d\n", c < u, (int)c == (int)u, s < h);
	exit(0);
}
