/* @opts: -q */
/* Narrow variables are extended by their own signedness before they are compared. */
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
