#!/usr/sbin/dtrace -s
/*
 * iosnoop.d - every transfer to or from a disk, at its completion.
 *
 *	dtrace -s iosnoop.d			all processes, until ^C
 *	dtrace -s iosnoop.d 10			for ten seconds
 *	dtrace -s iosnoop.d 0 NAME		all processes of a program
 *	dtrace -E trace.etl -s iosnoop.d	over a trace
 *
 * The process is the one that requested the transfer.  D is R for a read, W for a write, F for a
 * flush, D for a discard of unused blocks; BLOCK is in units of 512 bytes; US is the time that the
 * disk took.  Only traces contain the file: it is <none> on a running kernel.
 */
#pragma D option quiet
#pragma D option defaultargs

dtrace:::BEGIN
{
	printf("%7s %-16s %1s %12s %9s %8s %-8s %s\n", "PID", "PROGRAM", "D", "BLOCK", "BYTES", "US", "DISK", "FILE");
}

io:::done
/$$2 == "" || execname == $$2/
{
	printf("%7d %-16s %1s %12d %9d %8d %-8s %s\n", pid, execname, args[0]->b_flags & B_READ ? "R" :
	    args[0]->b_flags & B_WRITE ? "W" : args[0]->b_flags & B_FLUSH ? "F" : "D", args[0]->b_blkno,
	    args[0]->b_bcount, args[0]->resp / 1000, args[1]->dev_statname, args[2]->fi_pathname);
}

profile:::tick-1sec
/$1 != 0 && ++seconds >= $1/
{
	exit(0);
}
