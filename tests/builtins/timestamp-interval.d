/* @opts: -q */
int n;
uint64_t a[int];

tick-5ms
{
	a[n] = timestamp;
	n++;
}

tick-5ms
/n == 3/
{
	d = (a[2] - a[1]) / 1000;
	printf("%d\n", d > 2000 && d < 100000);
	exit(0);
}
