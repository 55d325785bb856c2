/* @E: demo --scene pmc */
/* @opts: -q -x etlpasses=1 */
/* Without a first pass, counters are known from where the trace names them: after the switches here. */
sched::pmc:off-cpu-totalcycles
{
	printf("%d\n", arg4);
}

sched::pmc:off-cpu
{
	printf("%d\n", ((etwext_t *)arg4)->x_regs[1]);
}
