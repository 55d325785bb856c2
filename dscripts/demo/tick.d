#!/usr/sbin/dtrace -s
/*
 * tick.d - what time is it?
 *
 *	dtrace -s tick.d			for five seconds
 *	dtrace -E trace.etl -s tick.d		for the trace's first five, at once
 *
 * A tick comes by the stream's clock: live that is the machine's, in a replay the trace's.
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
