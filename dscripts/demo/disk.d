#!/usr/sbin/dtrace -s
/*
 * disk.d - who uses the disks, and how long they take.
 *
 *	dtrace -s disk.d			until ^C
 *	dtrace -E trace.etl -s disk.d		over a trace
 *
 * For every transfer the process that asked for it, not the one that was interrupted when it was done.  At the end the
 * bytes by process and volume, how long transfers took, and how far the next one was from the one before it.
 */
#pragma D option quiet

uint64_t last[dev_t];	/* the block after the last transfer's */

io:::done
/args[0]->b_flags & (B_READ | B_WRITE)/
{
	@bytes[execname, pid, args[1]->dev_statname, args[0]->b_flags & B_READ ? "read" : "write"] =
		sum(args[0]->b_bcount);
	@took[args[1]->dev_instance, args[0]->b_flags & B_READ ? "reads" : "writes"] = quantize(args[0]->resp / 1000);
}

io:::done
/args[0]->b_flags & (B_READ | B_WRITE) && last[args[0]->b_edev]/
{
	@seek[args[1]->dev_instance] = quantize(args[0]->b_blkno > last[args[0]->b_edev] ?
		args[0]->b_blkno - last[args[0]->b_edev] : last[args[0]->b_edev] - args[0]->b_blkno);
}

io:::done
/args[0]->b_flags & (B_READ | B_WRITE)/
{
	last[args[0]->b_edev] = args[0]->b_blkno + args[0]->b_bcount / 512;
}

io:::done
/args[0]->b_flags & B_FLUSH/
{
	@flushes[execname, pid] = count();
}

END
{
	printf("%-24s %6s %-6s %-6s %12s\n", "PROCESS", "PID", "WHERE", "WHAT", "BYTES");
	printa("%-24s %6d %-6s %-6s %@12d\n", @bytes);
	printa("%-24s %6d flushed %@d times\n", @flushes);
	printa("\nMicroseconds of disk %d's %s:\n%@d\n", @took);
	printa("\nBlocks between transfers of disk %d:\n%@d\n", @seek);
}
