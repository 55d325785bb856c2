/* @opts: -q */
/* 200 a second are one in 5 ms. */
int n;

tick-200hz
{
	n++;
}

tick-50ms
/n >= 4/
{
	printf("%d\n", n < 40);
	exit(0);
}
