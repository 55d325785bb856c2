/* @cmd: scene_versions orphans 0 */
/*
 * Stacks, or halves of stacks, that belong to no event; each kind also comes once with its event, and that is none.  The
 * stack itself can be shown.
 */
diag:::missed-stack
{
	printf("%s%s%s:%s of an event %d ns before, in %s\n", probeprov, probemod, probefunc, probename, timestamp - arg0,
	    execname);
	stack();
	ustack();
}

diag:::missed-ustack
{
	printf("%s: match id %d\n", probename, args[0]);
}

diag:::missed-dnet-stack
{
	printf("%s: runtime %d\n", probename, args[0]);
}
