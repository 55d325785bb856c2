#!/usr/sbin/dtrace -s
/*
 * disk.d - which processes use the disks, and how long transfers take.
 *
 *	dtrace -s disk.d			until ^C
 *	dtrace -E trace.etl -s disk.d		over a trace
 *
 * A transfer is counted for the process that requested it, not for the process that was interrupted
 * at its completion.  At the end, the script prints the bytes by process and volume, the times of
 * transfers, and the distance from each transfer to the next one.
 */
#pragma D option quiet

uint64_t last[dev_t];	/* the first block after the last transfer */

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
