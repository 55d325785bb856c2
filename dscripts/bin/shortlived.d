#!/usr/sbin/dtrace -s
/*
 * shortlived.d - how much time is spent in short-lived processes.
 *
 *	dtrace -s shortlived.d			until ^C
 *	dtrace -s shortlived.d 10		for ten seconds
 *	dtrace -E trace.etl -s shortlived.d	over a trace
 *
 * Counts the processes that both started and ended during the run, and their lifetimes in
 * milliseconds, by program and by the program that started them.  If there are many that live only
 * a few milliseconds, a few long-lived processes could do the same work at a lower cost.
 */
#pragma D option quiet
#pragma D option defaultargs

dtrace:::BEGIN
{
	start = timestamp;
	ended = 0;
	lived = 0;
}

proc:::create
{
	born[args[0]->pr_pid] = timestamp;
	creator[args[0]->pr_pid] = execname;
}

proc:::exit
/born[pid] != 0/
{
	this->life = timestamp - born[pid];
	ended++;
	lived += this->life;
	@count[execname] = count();
	@sum[execname] = sum(this->life);
	@avg[execname] = avg(this->life);
	@bcount[creator[pid]] = count();
	@bsum[creator[pid]] = sum(this->life);
	@bavg[creator[pid]] = avg(this->life);
	born[pid] = 0;
	creator[pid] = 0;
}

profile:::tick-1sec
/$1 != 0 && ++seconds >= $1/
{
	exit(0);
}

dtrace:::END
{
	printf("%d processes started and ended; they lived %d ms, in %d ms\n\n", ended, lived / 1000000,
	    (timestamp - start) / 1000000);
	normalize(@sum, 1000000);
	normalize(@avg, 1000000);
	normalize(@bsum, 1000000);
	normalize(@bavg, 1000000);
	printf("%-24s %10s %10s %10s\n", "PROGRAM", "COUNT", "LIVED(ms)", "AVG(ms)");
	printa("%-24s %@10d %@10d %@10d\n", @count, @sum, @avg);
	printf("\n%-24s %10s %10s %10s\n", "STARTED BY", "COUNT", "LIVED(ms)", "AVG(ms)");
	printa("%-24s %@10d %@10d %@10d\n", @bcount, @bsum, @bavg);
}
