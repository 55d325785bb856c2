/* @opts: -q */
enum color {
	RED,
	GREEN
};
int a[enum color];

BEGIN
{
	a[GREEN] = 5;
	printf("%d %d\n", a[GREEN], a[RED]);
	exit(0);
}
