/* @opts: -q */
enum color {
	RED,
	GREEN,
	BLUE
} c;

BEGIN
{
	c = GREEN;
	printf("%d%d%d%d\n", c == GREEN, c < BLUE, c > RED, c != BLUE);
	printf("%d%d\n", GREEN == c, 1 == c);
	exit(0);
}
