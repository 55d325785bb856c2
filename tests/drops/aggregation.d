/* @opts: -q -x aggsize=4k */
/* What had no room is counted; what had is whole. */
int i;

tick-1ms
/i < 100/
{
	@kept[i % 2] = sum(1);
	@["a key with a string", i] = count();
	i++;
}

tick-1ms
/i == 100/
{
	printa("%d %@d\n", @kept);
	trunc(@);
	exit(0);
}
