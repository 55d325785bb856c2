/* Each unit's name, in full and short. */
/* @opts: -q -e */
tick-300000ns, tick-300000nsec, tick-300us, tick-300usec, tick-1ms, tick-1msec, tick-1s, tick-1sec,
tick-1m, tick-1min, tick-1h, tick-1hour, tick-1d, tick-1day, tick-10hz, tick-10
{
	trace(1);
}
