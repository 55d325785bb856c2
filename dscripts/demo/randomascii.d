#!/usr/sbin/dtrace -s
/*
 * randomascii.d - why did a program hang?  Shows what its threads waited for, which threads woke
 * them, where they used CPU time, and which files and disks delayed them.
 *
 *	dtrace -E trace.etl -s randomascii.d powerpnt.exe 100
 *
 * The first operand is the program.  The second is the number of milliseconds from which a wait is
 * reported (default 100).  A wait is reported at its end.
 */
#pragma D option quiet
#pragma D option defaultargs

BEGIN
{
	limit = 1000000 * ($2 ? $2 : 100);
}

sched:::off-cpu
/execname == $$1/
{
	self->left = timestamp;
	@switches[tid] = count();
}

sched:::wakeup
/args[1]->pr_fname == $$1/
{
	waker[args[0]->pr_lwpid] = execname;
	wakertid[args[0]->pr_lwpid] = tid;
}

sched:::on-cpu
/self->left && timestamp - self->left >= limit/
{
	printf("%6d ms: thread %d waited %d ms%s", timestamp / 1000000, tid, (timestamp - self->left) / 1000000,
		wakertid[tid] ? "" : "\n");
	@waits[tid] = quantize((timestamp - self->left) / 1000000);
}

/* Without the dispatcher's events, the trace does not say which thread woke it. */
sched:::on-cpu
/self->left && timestamp - self->left >= limit && wakertid[tid]/
{
	printf(", let on by %s %d\n", waker[tid], wakertid[tid]);
}

sched:::on-cpu
/execname == $$1/
{
	self->left = 0;
	wakertid[tid] = 0;
}

profile:::sample-999
/execname == $$1/
{
	@samples[tid] = count();
}

fsinfo:::create
/execname == $$1/
{
	@opened[args[0]->fi_pathname] = count();
}

fsinfo:::done
/execname == $$1 && args[0]->fi_elapsed >= limit/
{
	printf("%6d ms: thread %d took %d ms to %s %s\n", timestamp / 1000000, tid, args[0]->fi_elapsed / 1000000,
		args[0]->fi_op, args[0]->fi_pathname);
}

io:::done
/execname == $$1/
{
	@disk[args[0]->b_flags & B_READ ? "read" : "write", args[2]->fi_pathname] = sum(args[0]->b_bcount);
}

pf:::hardflt
/execname == $$1/
{
	@faults[stringof(args[0])] = sum((timestamp - args[2]) / 1000000);
}

END
{
	printa("\nThread %d: milliseconds of its long waits\n%@d", @waits);
	printf("\nSamples by thread: where the CPU time went\n");
	printa("%8d %@8d\n", @samples);
	printf("\nTimes that a thread gave up its CPU\n");
	trunc(@switches, 10);
	printa("%8d %@8d\n", @switches);
	printf("\nBytes of disk transfers\n");
	printa("%-5s %@10d %s\n", @disk);
	printf("\nMilliseconds of hard faults\n");
	printa("%@8d %s\n", @faults);
	printf("\nFiles that it opened\n");
	trunc(@opened, 10);
	printa("%@8d %s\n", @opened);
}
