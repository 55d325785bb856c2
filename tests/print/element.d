/* @opts: -q */
int a[3];

BEGIN
{
	a[1] = 9;
	print(a[1]);
	exit(0);
}
