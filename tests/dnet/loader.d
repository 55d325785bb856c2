/* @E: demo --scene clr */
/* @opts: -q */
/* What is loaded: domains, assemblies, modules; the runtime itself. */
dnet:::runtime
{
	print(*args[0]);
	printf("\n");
}

dnet:::appdomain-*
{
	printf("%s ", probename);
	print(*args[0]);
	printf("\n");
}

dnet:::assembly-*
{
	printf("%s ", probename);
	print(*args[0]);
	printf("\n");
}

dnet:::module-load,
dnet:::module-unload
{
	printf("%s ", probename);
	print(*args[0]);
	printf("\n");
}

dnet:::module-range
{
	print(*args[0]);
	printf("\n");
}
