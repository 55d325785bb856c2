/* @opts: -q */
unsigned long ul;

BEGIN
{
	ul = 5;
	printf("%d %d %d %d %d\n", sizeof (ul == ul), sizeof (ul < 3), sizeof (!ul), sizeof (ul && ul),
	    sizeof (ul ^^ ul));
	printf("%d\n", (ul == 5) - 2 < 0);
	exit(0);
}
