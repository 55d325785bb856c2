#!/usr/sbin/dtrace -s
/*
 * bitesize.d - how large are the transfers that processes ask the disks for?
 *
 *	dtrace -s bitesize.d			until ^C
 *	dtrace -E trace.etl -s bitesize.d	over a trace
 *
 * A distribution of bytes for each process and direction; flushes, which move none, are left out.
 */
#pragma D option quiet

io:::done
/args[0]->b_flags & (B_READ | B_WRITE)/
{
	@[pid, execname, args[0]->b_flags & B_READ ? "reads" : "writes"] = quantize(args[0]->b_bcount);
}

END
{
	printa("%d %s %s, bytes%@d\n", @);
}
