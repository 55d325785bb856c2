/* @opts: -q */
int a[3];

BEGIN
{
	a[0] = 1;
	a[2] = -1;
	print(a);
	exit(0);
}
