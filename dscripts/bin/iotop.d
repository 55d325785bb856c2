#!/usr/sbin/dtrace -s
/*
 * iotop.d - the processes that transfer the most bytes to and from the disks, again and again.
 *
 *	dtrace -s iotop.d			every 5 seconds, until ^C
 *	dtrace -s iotop.d 60			the same, for a minute
 *	dtrace -s iotop.d 0 1			every second
 *	dtrace -E trace.etl -s iotop.d		over a trace, by the trace's clock
 *
 * The process is the one that requested the transfer.  D is R for a read, W for a write, F for a
 * flush, D for a discard of unused blocks.  MAXUS is the time of its longest transfer.
 */
#pragma D option quiet
#pragma D option defaultargs
#pragma D option aggsortrev

BEGIN
{
	every = $2 ? $2 : 5;
	left = every;
}

io:::done
{
	this->way = args[0]->b_flags & B_READ ? "R" : args[0]->b_flags & B_WRITE ? "W" :
	    args[0]->b_flags & B_FLUSH ? "F" : "D";
	@bytes[execname, pid, args[1]->dev_statname, this->way] = sum(args[0]->b_bcount);
	@count[execname, pid, args[1]->dev_statname, this->way] = count();
	@longest[execname, pid, args[1]->dev_statname, this->way] = max(args[0]->resp / 1000);
}

tick-1s
/--left == 0/
{
	left = every;
	printf("%Y\n%-20s %7s %-8s %s %12s %8s %8s\n", walltimestamp, "PROCESS", "PID", "DISK", "D", "BYTES", "COUNT",
		"MAXUS");
	trunc(@bytes, 20);
	printa("%-20s %7d %-8s %s %@12d %@8d %@8d\n", @bytes, @count, @longest);
	printf("\n");
	trunc(@bytes);
	trunc(@count);
	trunc(@longest);
}

profile:::tick-1sec
/$1 != 0 && ++seconds >= $1/
{
	exit(0);
}

END
{
	printf("%-20s %7s %-8s %s %12s %8s %8s\n", "PROCESS", "PID", "DISK", "D", "BYTES", "COUNT", "MAXUS");
	printa("%-20s %7d %-8s %s %@12d %@8d %@8d\n", @bytes, @count, @longest);
}
