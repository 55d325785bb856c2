#!/usr/sbin/dtrace -s
/*
 * UIdelay.d - which windows did not respond, for how long, and what their threads were doing.
 *
 *	dtrace -E trace.etl -s UIdelay.d
 *
 * Windows writes an event when a thread with windows has not fetched its messages for some time.
 * For each such delay, this script prints its end, its process and thread, its length, and how many
 * profiler samples found the thread on a CPU since its previous delay.  Few samples mean that it
 * was waiting; waits.d shows for which program.  At the end it prints where these threads were
 * sampled most.
 */
#pragma D option quiet
#pragma D option defaultargs

profile:::sample-997
/pid != 0/
{
	busy[tid]++;
	@where[execname, tid, ustack(8)] = count();
}

microsoft-windows-win32k:::uiunresponsiveness
/arg0 == 38/
{
	printf("%Y  %s (%d), thread %d: %d ms without looking for messages, %d samples of it on a CPU\n", walltimestamp,
		execname, pid, tid, etwfield("DelayTimeMs"), busy[tid]);
	@delays[execname] = quantize(etwfield("DelayTimeMs"));
	busy[tid] = 0;
	delayed = 1;
}

dtrace:::END
/!delayed/
{
	trunc(@where, 0);
	printf("no thread with windows was late\n");
}

dtrace:::END
/delayed/
{
	trunc(@where, 5);
	printa("\nms without an answer, by program: %s%@d", @delays);
	printf("\nPlaces that threads were met at most\n");
	printa("\n%s, thread %d:%k%@14d samples\n", @where);
}
