/* @opts: -q */
int n;

BEGIN
{
	a[0] = 1;
}

tick-1ms
/n < 60/
{
	a[n] = n * n;
	a[n + 1000] = a[n] + 1;
	n++;
}

tick-1ms
/n == 60/
{
	printf("%d %d %d %d\n", a[59], a[1059], a[7], a[60]);
	exit(0);
}
