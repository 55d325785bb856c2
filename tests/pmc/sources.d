/* @E: demo --scene pmc */
/* @opts: -q */
/* Which counters the profiler samples by, and which records carry. */
pmc:::sample-src
{
	printf("%s:%s:%s %d %s %d was %d\n", probeprov, probefunc, probename, args[0], stringof(args[1]), args[2], args[3]);
}

pmc:::counter-src
{
	printf("%d counters: %s %s\n", args[0], wstringof(args[1][0]), wstringof(args[1][1]));
}
