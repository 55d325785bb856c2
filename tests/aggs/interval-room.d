/* @opts: -q -x aggsize=128 -x aggrate=100ms */
/* aggsize bounds the keys of one interval: a new key in each loses nothing. */
int i;

tick-110ms
{
	@[i++] = count();
}

tick-110ms
/i == 20/
{
	printa("%d ", @);
	exit(0);
}
