/* @opts: -q */
enum color {
	RED,
	GREEN = 5,
	BLUE
};

BEGIN
{
	printf("%d %d %d\n", RED, GREEN, BLUE);
	c = BLUE;
	printf("%d\n", c == BLUE);
	exit(0);
}
