/* @E: pv-net452x86.etl */
/* @opts: -q */
/* .NET Framework 4.5.2, 32-bit: collections, each once though told twice; what was allocated, what failed. */
dnet:::gc-start
{
	@gen[args[0]->gc_generation, args[0]->gc_reason] = count();
}

dnet:::allocate-tick
{
	@alloc[args[0]->al_type] = sum(args[0]->al_amount);
}

dnet:::excp
{
	printf("%s: %s %x\n", args[0]->ex_type, args[0]->ex_message, args[0]->ex_hresult);
}

dnet:::method-load
{
	@loaded = count();
}

dnet:::module-load
{
	printf("%s %s %d\n", args[0]->md_ilpath, args[0]->md_pdb, args[0]->md_pdbage);
}

END
{
	trunc(@alloc, 5);
	printa("generation %d reason %d: %@d\n", @gen);
	printa("%@12d %s\n", @alloc);
	printa("%@d methods\n", @loaded);
}
