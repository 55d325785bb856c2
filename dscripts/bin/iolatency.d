#!/usr/sbin/dtrace -s
/*
 * iolatency.d - how long disk transfers take.
 *
 *	dtrace -s iolatency.d			until ^C
 *	dtrace -s iolatency.d 10			for ten seconds
 *	dtrace -E trace.etl -s iolatency.d	over a trace
 *
 * Prints a distribution of microseconds for each disk and kind of transfer, then a table with the
 * number of transfers, the mean and the maximum.
 */
#pragma D option quiet
#pragma D option defaultargs

io:::done
{
	this->kind = args[0]->b_flags & B_READ ? "reads" : args[0]->b_flags & B_WRITE ? "writes" :
	    args[0]->b_flags & B_FLUSH ? "flushes" : "discards";
	@us[args[1]->dev_statname, this->kind] = quantize(args[0]->resp / 1000);
	@count[args[1]->dev_statname, this->kind] = count();
	@mean[args[1]->dev_statname, this->kind] = avg(args[0]->resp / 1000);
	@longest[args[1]->dev_statname, this->kind] = max(args[0]->resp / 1000);
}

profile:::tick-1sec
/$1 != 0 && ++seconds >= $1/
{
	exit(0);
}

END
{
	printa("%s %s, us%@d\n", @us);
	printf("%-12s %-8s %8s %8s %8s\n", "DISK", "KIND", "COUNT", "MEANUS", "MAXUS");
	printa("%-12s %-8s %@8d %@8d %@8d\n", @count, @mean, @longest);
}
