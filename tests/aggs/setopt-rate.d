/* @E: demo --seconds 13 */
/* @opts: -q */
/* A rate that is set while tracing governs from then on. */
int i;

tick-1s
{
	@ = sum(1);
	printa("%@d |", @);
	i++;
}

tick-1s
/i == 3/
{
	setopt("aggrate", "4s");
}

tick-1s
/i == 10/
{
	exit(0);
}
