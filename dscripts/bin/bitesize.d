#!/usr/sbin/dtrace -s
/*
 * bitesize.d - sizes of the disk transfers that processes request.
 *
 *	dtrace -s bitesize.d			until ^C
 *	dtrace -s bitesize.d 10			for ten seconds
 *	dtrace -E trace.etl -s bitesize.d	over a trace
 *
 * Prints a distribution of bytes for each process and direction.  Flushes are left out, because
 * they transfer no data.
 */
#pragma D option quiet
#pragma D option defaultargs

io:::done
/args[0]->b_flags & (B_READ | B_WRITE)/
{
	@[pid, execname, args[0]->b_flags & B_READ ? "reads" : "writes"] = quantize(args[0]->b_bcount);
}

profile:::tick-1sec
/$1 != 0 && ++seconds >= $1/
{
	exit(0);
}

END
{
	printa("%d %s %s, bytes%@d\n", @);
}
