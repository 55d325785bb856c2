/* @opts: -q */
/* Every interval its own numbers: print, then clear. */
int n;

tick-5ms
{
	@ = count();
}

tick-22ms
/n < 2/
{
	printa("%@d\n", @);
	clear(@);
	n++;
}

tick-22ms
/n == 2/
{
	exit(0);
}
