/* @opts: -q */
enum color { RED, GREEN = 5 };

enum color c;

BEGIN
{
	c = GREEN;
	print(c);
	exit(0);
}
