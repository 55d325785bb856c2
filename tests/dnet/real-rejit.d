/* @E: pv-diaghub-user_paged.etl */
/* @opts: -q */
/* Methods of both versions, loaded and unloaded. */
dnet:::method-load,
dnet:::method-unload,
dnet:::method-jit-begin
{
	@[probename, arg3] = count();
}

dnet:::appdomain-load
{
	printf("%s\n", args[0]->ap_name);
}

END
{
	printa("%s version %d: %@d\n", @);
}
