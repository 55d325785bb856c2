/* @E: demo --scene clr */
/* @opts: -q */
/* Every probe fires, in the thread of the event's header; the misspelt name of old stays, beside the right one. */
dnet:::
{
	@[probefunc, probename] = count();
	@who[execname, pid, tid] = count();
}

END
{
	printa("%-10s %-22s %@d\n", @);
	printa("%s %d %d %@d\n", @who);
}
