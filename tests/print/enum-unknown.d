/* @opts: -q */
enum color { RED, GREEN = 5 };

enum color c;

BEGIN
{
	c = (enum color)7;
	print(c);
	exit(0);
}
