/* @cmd: scene_versions pmc 2 */
/*
 * The counters of a switch: each on its own, and all.  A switch without counters fires no variant.  Their names come later
 * in the trace than the first switch.
 */
sched::pmc:off-cpu-instructionretired
{
	printf("%s %d > %d %s: %d\n", execname, tid, args[0]->pr_lwpid, probename, arg4);
	self->last = arg4;
}

sched::pmc:on-cpu-totalcycles
{
	printf("%s %d %s: %d\n", execname, tid, probename, arg4);
}

sched::pmc:off-cpu
{
	this->x = (etwext_t *)arg4;
	printf("%s type %d size %d: %d %d\n", probename, this->x->x_type, this->x->x_size, this->x->x_regs[0],
	    this->x->x_regs[1]);
}

sched::event:off-cpu	/* without the function, the variants are meant, too */
{
	@ = count();
}

END
{
	printa("%@d off-cpu\n", @);
}
