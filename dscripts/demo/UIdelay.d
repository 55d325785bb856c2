#!/usr/sbin/dtrace -s
/*
 * UIdelay.d - which windows did not answer, for how long, and what was their thread doing?
 *
 *	dtrace -E trace.etl -s UIdelay.d
 *
 * Windows says it when a thread with windows has not looked for its messages for a while.  For each such delay: when it
 * ended, whose it was, how long it took; how many samples of the profiler found the thread on a CPU since its last
 * delay, and where it was met most.  Few samples: it waited; waits.d says for whom.
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
