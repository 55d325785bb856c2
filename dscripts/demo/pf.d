#!/usr/sbin/dtrace -s
/*
 * pf.d - page faults by kind, the files that were read for them, and allocations of memory.
 *
 *	dtrace -s pf.d				until ^C
 *	dtrace -E trace.etl -s pf.d		over a trace
 *
 * Only hard faults wait for a disk; in all other cases the page is already in memory, or is new.
 */
#pragma D option quiet

pf:::hardflt
{
	@wait[execname, pid] = sum((timestamp - args[2]) / 1000);
	@files[stringof(args[0])] = sum(args[5]);
	@kind[execname, pid, probename] = count();
}

pf:::trans_flt,
pf:::dzero_flt,
pf:::cow_flt,
pf:::gp_flt,
pf:::hp_flt,
pf:::av_flt
{
	@kind[execname, pid, probename] = count();
}

pf:::valloc,
pf:::vfree
{
	@memory[execname, pid, probename == "valloc" ? args[3] & MEM_COMMIT ? "commits" : "reserves" :
		args[3] & MEM_DECOMMIT ? "decommits" : "releases"] = sum(args[2]);
}

pf:::imgload
{
	printf("%s copies %s into the paging file\n", execname, stringof(args[0]));
}

END
{
	printa("\n%-20s %6d %-10s %@8d", @kind);
	printf("\n");
	printa("\n%-20s %6d waited %@d us for the disk", @wait);
	printf("\n");
	trunc(@files, 20);
	printa("\n%@10d bytes of %s", @files);
	printf("\n");
	printa("\n%-20s %6d %s %@d bytes", @memory);
	printf("\n");
}
