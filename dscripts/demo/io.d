#!/usr/sbin/dtrace -s
/*
 * io.d - every transfer to or from a disk, at its completion.
 *
 *	dtrace -s io.d				until ^C
 *	dtrace -E trace.etl -s io.d		over a trace
 *
 * Each line has the time, the process, the kind of transfer, its size, its position on the disk,
 * the time it took, and the file that it belongs to.
 */
#pragma D option quiet

BEGIN
{
	printf("%10s %-20s %6s %s %8s %12s %8s %-6s %s\n", "MS", "PROCESS", "PID", "D", "BYTES", "BLOCK", "US", "WHERE",
		"FILE");
}

io:::done
{
	printf("%6d.%03d %-20s %6d %s %8d %12d %8d %-6s %s\n", timestamp / 1000000, timestamp / 1000 % 1000, execname, pid,
		args[0]->b_flags & B_READ ? "R" : args[0]->b_flags & B_WRITE ? "W" :
		args[0]->b_flags & B_FLUSH ? "F" : "D", args[0]->b_bcount, args[0]->b_blkno, args[0]->resp / 1000, args[1]->dev_statname, args[2]->fi_pathname);
}
