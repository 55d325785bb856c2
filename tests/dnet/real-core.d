/* @E: pv-gcevents.etl */
/* @opts: -q */
/* .NET 8: two collections that the program asked for. */
dnet:::gc-start
{
	printf("gen %d reason %d type %d\n", args[0]->gc_generation, args[0]->gc_reason, args[0]->gc_type);
}

dnet:::heapstat
{
	printf("%d %d %d %d %d\n", args[0]->hs_gen0, args[0]->hs_gen1, args[0]->hs_gen2, args[0]->hs_large,
		args[0]->hs_pinned);
}

dnet:::allocate-tick
{
	@[args[0]->al_type] = sum(args[0]->al_size);
}

dnet:::runtime
{
	printf("%s %s\n", args[0]->ri_vm, args[0]->ri_path);
}
