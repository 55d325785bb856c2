/* @opts: -q */
enum e { A, B = 5 };

BEGIN
{
	c = B;
	printf("%d %x\n", c, B);
	exit(0);
}
