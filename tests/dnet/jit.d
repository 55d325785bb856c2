/* @E: demo --scene clr */
/* @opts: -q */
/* Methods: compiled, loaded, unloaded; calls that were inlined or made jumps, and why not. */
dnet:::method-jit-begin,
dnet:::method-load,
dnet:::method-unload,
dnet:::static-method-load,
dnet:::static-method-unload
{
	printf("%s ", probename);
	print(*args[0]);
	printf("\n");
}

dnet:::inline-success,
dnet:::inline-fail,
dnet:::tailcall-success,
dnet:::tailcall-fail
{
	printf("%s ", probename);
	print(*args[0]);
	printf("\n");
}
