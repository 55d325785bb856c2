/* @cmd: scene_versions pmc 2 */
/* The counters of a provider's event. */
dnet::pmc:gc-start-totalcycles
{
	printf("%s %s:%s:%s %d\n", execname, probeprov, probefunc, probename, arg4);
}

dnet::pmc:gc-start
{
	printf("%d counters: %d %d\n", ((etwext_t *)arg4)->x_size / 8, ((etwext_t *)arg4)->x_regs[0],
	    ((etwext_t *)arg4)->x_regs[1]);
}

dnet::pmc:gc-start-branchinstructions
{
	printf("not counted\n");
}
