/* @cmd: for v in 0 1 2 3; do for p in 4 8; do trace_get "demo --scene disk --version $v --ptr $p"; echo "version $v, $p bytes"; dtrace -qs "$case" -E "$trace"; done; done */
/*
 * Every layout of the disk's records.  Who asked for a transfer stands in the payload since version 3; version 2 has
 * the IRP, which leads to who started it; before, there is only the header of whoever took the interrupt.
 */
io:::done
{
	printf("%-12s %4d flags %d %5d bytes at block %4d took %d %s %s\n", execname, tid, args[0]->b_flags,
		args[0]->b_bcount, args[0]->b_blkno, args[0]->resp, args[1]->dev_statname, args[2]->fi_pathname);
}
