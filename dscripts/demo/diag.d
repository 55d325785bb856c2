#!/usr/sbin/dtrace -s
/*
 * diag.d - what is in a trace, and what is missing.
 *
 *	dtrace -E trace.etl -s diag.d		over a trace
 *
 * How many records there are of each provider and how long their payloads are; which of them no other probe shows; what
 * was lost, by whom it is told; and stacks whose events are not there.
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
