/* @cmd: scene_versions pmc 2 3 */
/* Samples by counter: with any interval, since the trace was made with its own; in the thread that was sampled. */
pmc:::totalcycles
{
	printf("%s:%s:%s %x %s %d\n", probeprov, probemod, probename, arg0, execname, tid);
}

pmc:::totalcycles-1000,
pmc:systemtrace::branchinstructions-65536
{
	@[probename, execname] = count();
}

END
{
	printa("%s %s %@d\n", @);
}
