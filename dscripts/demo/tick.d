#!/usr/sbin/dtrace -s
/*
 * tick.d - prints the time once a second.
 *
 *	dtrace -s tick.d			for five seconds
 *	dtrace -E trace.etl -s tick.d		for the first five seconds of the trace, at once
 *
 * Ticks follow the stream's clock: the machine's clock live, the trace's clock in a replay.
 */
#pragma D option quiet

dtrace:::BEGIN
{
	start = timestamp;
	printf("%Y: started\n", walltimestamp);
}

profile:::tick-1sec
{
	seconds++;
	printf("%Y: %d ms since the start\n", walltimestamp, (timestamp - start) / 1000000);
}

profile:::tick-1sec
/seconds == 5/
{
	exit(0);
}

dtrace:::END
{
	printf("%Y: ended\n", walltimestamp);
}
