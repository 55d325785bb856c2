/* @opts: -q */
int a[int];

BEGIN
/(8 / (4 / 2)) == 4 && a[6 / 3] == 0/
{
	exit(0);
}
