#!/usr/sbin/dtrace -s
/*
 * systemcall.d - the time that the kernel spends in interrupts, deferred calls and system calls.
 *
 *	dtrace -E trace.etl -s systemcall.d	over a trace
 *
 * Prints how often each routine ran, how long interrupts and deferred calls took, and which
 * processes they interrupted; then the system calls of each process, how long they took, and the
 * results of those that failed.
 */
#pragma D option quiet

isr:::isr
{
	@n["interrupt", func(arg1)] = count();
	@t["interrupt"] = quantize(timestamp - arg0);
	@who[execname, "interrupts"] = sum(timestamp - arg0);
}

dpc:::
{
	@n[probename == "timer" ? "timer" : probename == "thread" ? "threaded call" : "deferred call", func(arg1)] = count();
	@t["deferred call"] = quantize(timestamp - arg0);
	@who[execname, "deferred calls"] = sum(timestamp - arg0);
}

syscall::event:entry
{
	self->ts = timestamp;
	self->routine = arg0;
	@calls[execname, func(arg0)] = count();
}

syscall::event:return
/self->ts/
{
	@t["system call"] = quantize(timestamp - self->ts);
}

syscall::event:return
/self->ts && arg0 & 0x80000000/
{
	@failed[func(self->routine), arg0] = count();
}

syscall::event:return
{
	self->ts = 0;
	self->routine = 0;
}

END
{
	printf("routines\n");
	printa("  %-14s %-50a %@8d\n", @n);
	printf("\nns that they took\n");
	printa("  %s%@d", @t);
	printf("ns taken from processes\n");
	printa("  %-16s %-16s %@d\n", @who);
	printf("\nsystem calls\n");
	printa("  %-16s %-50a %@8d\n", @calls);
	printf("\nsystem calls that failed\n");
	printa("  %-50a %x %@8d\n", @failed);
}
