#!/usr/sbin/dtrace -s
/*
 * fileio.d - operations on files, with their process and result.
 *
 *	dtrace -s fileio.d			until ^C
 *	dtrace -E trace.etl -s fileio.d		over a trace
 *
 * Prints each operation at its end, with its result and the time it took; at the end of tracing,
 * the number of operations, those that failed, and the bytes by file.
 */
#pragma D option quiet

fsinfo:::done
{
	printf("%6d.%03d %-20s %6d %-9s %8x %6d us %s%s%s\n", timestamp / 1000000, timestamp / 1000 % 1000, execname, tid,
		args[0]->fi_op, args[0]->fi_rstatus, args[0]->fi_elapsed / 1000, args[0]->fi_pathname,
		args[0]->fi_dpattern != "" ? " " : "", args[0]->fi_dpattern);
	@ops[execname, args[0]->fi_op] = count();
}

fsinfo:::done
/args[0]->fi_rstatus >= 0xc0000000 || errno != 0/
{
	@failed[args[0]->fi_op, args[0]->fi_rstatus, args[0]->fi_pathname] = count();
}

fsinfo:::done
/args[0]->fi_op == "read" || args[0]->fi_op == "write"/
{
	@bytes[args[0]->fi_op, args[0]->fi_pathname] = sum(args[0]->fi_extinfo);
}

END
{
	printa("\n%-20s %-9s %@8d", @ops);
	printf("\n");
	printa("\n%-9s failed with %x %@d times: %s", @failed);
	printf("\n");
	printa("\n%-9s %@12d bytes of %s", @bytes);
	printf("\n");
}
