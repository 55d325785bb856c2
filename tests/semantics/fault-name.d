/* @opts: -q */
/* The message names the probe that fired and the clause's number. */
int zero;

BEGIN
{
	zero = 0;
}

tick-1ms
{
	trace(1 / zero);
}

tick-1ms
{
	exit(0);
}
