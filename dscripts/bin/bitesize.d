#!/usr/sbin/dtrace -s
/*
 * bitesize.d - sizes of the disk transfers that processes request.
 *
 *	dtrace -s bitesize.d			until ^C
 *	dtrace -E trace.etl -s bitesize.d	over a trace
 *
 * Prints a distribution of bytes for each process and direction.  Flushes are left out, because
 * they transfer no data.
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
