#!/usr/sbin/dtrace -s
/*
 * diag.d - the contents of a trace, and what is missing from it.
 *
 *	dtrace -E trace.etl -s diag.d		over a trace
 *
 * Prints the number of records of each provider and the size of their payloads; the records that no
 * other probe shows; lost events and buffers, with the source of that information; and stacks whose
 * events are missing.
 */
#pragma D option quiet

diag:::events
{
	@n[stringof(args[0])] = count();
	@size[stringof(args[0])] = sum(args[3]);
}

diag:::ignored
{
	@ignored[stringof(args[0])] = count();
}

diag:::lostevent
{
	@lost[stringof(args[2])] = sum(args[0]);
	@lostbuffers[stringof(args[2])] = sum(args[1]);
}

diag:::missed-stack, diag:::missed-ustack, diag:::missed-dnet-stack
{
	@missed[probename] = count();
}

END
{
	printf("%-50s %10s %12s\n", "PROVIDER", "RECORDS", "BYTES");
	printa("%-50s %@10d %@12d\n", @n, @size);
	printf("\nwithout a probe but diag's\n");
	printa("%-50s %@10d\n", @ignored);
	printf("\nlost: %-44s %10s %12s\n", "told by", "EVENTS", "BUFFERS");
	printa("%-50s %@10d %@12d\n", @lost, @lostbuffers);
	printf("\nstacks without events\n");
	printa("%-50s %@10d\n", @missed);
}
