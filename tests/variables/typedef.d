/* @opts: -q */
typedef unsigned char byte;
byte v;

BEGIN
{
	v = 0x1ff;
	printf("%d %d\n", v, sizeof (v));
	exit(0);
}
