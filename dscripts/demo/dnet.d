#!/usr/sbin/dtrace -s
/*
 * dnet.d - the .NET runtime: pauses for collections, allocations, compiled methods, exceptions, and
 * waits for locks.
 *
 *	dtrace -E trace.etl -s dnet.d
 *
 * Prints for each process: the number of collections by generation and reason; how long all threads
 * were suspended for them; the types that were allocated (sampled about every 100 KB); the
 * exceptions that were thrown; the number of compiled methods; and how long threads waited for
 * locks.
 *
 * A trace has these events if its session enabled the provider Microsoft-Windows-DotNETRuntime.
 */
#pragma D option quiet
#pragma D option aggsortrev

dnet:::runtime
{
	printf("%s (%d): runtime %s, %s\n", execname, pid, args[0]->ri_vm, args[0]->ri_path);
}

dnet:::gc-start
{
	@collections[execname, pid, args[0]->gc_generation,
		args[0]->gc_reason == NET_GC_SMALL ? "small objects" :
		args[0]->gc_reason == NET_GC_LARGE ? "large objects" :
		args[0]->gc_reason == NET_GC_INDUCED ? "asked for" :
		args[0]->gc_reason == NET_GC_LOWMEMORY ? "low memory" : "other"] = count();
}

/* One thread stops all others, collects, and lets them go on. */
dnet:::suspend-start
{
	self->since = timestamp;
}

dnet:::resume-end
/self->since/
{
	@stopped[execname, pid] = quantize((timestamp - self->since) / 1000);
	self->since = 0;
}

dnet:::heapstat
{
	@heap[execname, pid] = max(args[0]->hs_gen0 + args[0]->hs_gen1 + args[0]->hs_gen2 + args[0]->hs_large +
		args[0]->hs_pinned);
}

dnet:::allocate-tick
{
	@allocated[execname, pid, args[0]->al_type] = sum(args[0]->al_amount);
}

dnet:::excp
{
	@thrown[execname, pid, args[0]->ex_type, args[0]->ex_message] = count();
}

dnet:::method-load
/args[0]->mt_flags & NET_METHOD_JITTED/
{
	@compiled[execname, pid] = count();
	@code[execname, pid] = sum(args[0]->mt_size);
}

dnet:::lck-wait
{
	self->waits = timestamp;
}

dnet:::lck-done
/self->waits/
{
	@waited[execname, pid] = sum((timestamp - self->waits) / 1000);
	self->waits = 0;
}

END
{
	printf("\n%-20s %6s %10s  %-16s %s\n", "PROCESS", "PID", "GENERATION", "WHY", "COLLECTIONS");
	printa("%-20s %6d %10d  %-16s %@d\n", @collections);
	printf("\nThreads stood still, us:\n");
	printa("%s (%d)%@d\n", @stopped);
	printf("%-20s %6s %12s %14s %18s\n", "PROCESS", "PID", "HEAP, BYTES", "METHODS", "THEIR CODE, BYTES");
	printa("%-20s %6d %@12d %@14d %@18d\n", @heap, @compiled, @code);
	trunc(@allocated, 10);
	printf("\n%-20s %6s %12s %s\n", "PROCESS", "PID", "ALLOCATED", "TYPE");
	printa("%-20s %6d %@12d %s\n", @allocated);
	printf("\n%-20s %6s %6s %s\n", "PROCESS", "PID", "THROWN", "EXCEPTION");
	printa("%-20s %6d %@6d %s: %s\n", @thrown);
	printf("\n%-20s %6s %s\n", "PROCESS", "PID", "WAITED FOR LOCKS, us");
	printa("%-20s %6d %@20d\n", @waited);
}
