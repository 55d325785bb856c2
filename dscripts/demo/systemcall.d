#!/usr/sbin/dtrace -s
/*
 * systemcall.d - where the kernel spends its time for others: interrupts, deferred calls, system calls.
 *
 *	dtrace -E trace.etl -s systemcall.d	over a trace
 *
 * How often each routine ran, how long interrupts and deferred calls took, whom they interrupted; which system calls each
 * process made, how long they took, and what those that failed returned.
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
