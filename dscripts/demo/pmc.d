#!/usr/sbin/dtrace -s
/*
 * pmc.d - the processor's performance counters, by process.
 *
 *	dtrace -E trace.etl -s pmc.d		over a trace whose context switches carry
 *						InstructionRetired and TotalCycles, as xperf -pmc
 *						makes them
 *
 * Prints the available counters and the samples of each counter.  Each context switch records the
 * values of its CPU's counters; from their differences the script computes the instructions and
 * cycles of each process, and the cycles between switches.
 */
#pragma D option quiet

pmc:::sample-src
{
	printf("samples by %s, one in %d\n", stringof(args[1]), args[2]);
}

pmc:::counter-src
{
	printf("records carry %d counters, the first is %s\n", args[0], wstringof(args[1][0]));
}

pmc:::totalcycles
{
	@samples[execname, probename] = count();
}

uint64_t instructions[int], cycles[int];	/* by CPU: values at its last switch */

sched::pmc:off-cpu-instructionretired
/instructions[cpu]/
{
	@i[execname] = sum(arg4 - instructions[cpu]);
	this->i = arg4 - instructions[cpu];
}

sched::pmc:off-cpu-instructionretired
{
	instructions[cpu] = arg4;
}

sched::pmc:off-cpu-totalcycles
/cycles[cpu]/
{
	@c[execname] = sum(arg4 - cycles[cpu]);
	@spent[execname] = quantize(arg4 - cycles[cpu]);
}

sched::pmc:off-cpu-totalcycles
{
	cycles[cpu] = arg4;
}

END
{
	printf("\n%-16s %16s %16s\n", "PROCESS", "INSTRUCTIONS", "CYCLES");
	printa("%-16s %@16d %@16d\n", @i, @c);
	printf("\nsamples\n");
	printa("%-16s %-16s %@d\n", @samples);
	printf("\ncycles between switches\n");
	printa("%s%@d", @spent);
}
