/* @opts: -q */
enum color { RED, GREEN = 5 };

BEGIN
{
	c = GREEN;
	@[c] = count();
	@[RED] = count();
	exit(0);
}
