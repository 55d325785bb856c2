#!/usr/sbin/dtrace -s
/*
 * profile.d - what uses the CPUs, as folded stacks for a flame graph.
 *
 *	dtrace -s profile.d > out.folded		until ^C
 *	dtrace -s profile.d 10 > out.folded		for ten seconds
 *	dtrace -s profile.d -p PID > out.folded		one process
 *	dtrace -s profile.d -c COMMAND > out.folded	a command, while it runs
 *	dtrace -x unwind=dwarf -s profile.d ...		programs without frame pointers
 *	flamegraph.pl out.folded > out.svg
 *
 * Samples every busy CPU 97 times a second.  Each line has a program and a stack, separated by
 * semicolons (outermost function first, user frames before kernel frames), and how often that stack
 * was seen.
 */
#pragma D option quiet
#pragma D option defaultargs
#pragma D option bufsize=16m
#pragma D option aggsize=32m

profile:::profile-97
/pid != 0 && ($target == 0 || pid == $target)/
{
	@[execname, ustack(127), stack(127)] = count();
}

profile:::tick-1sec
/$1 != 0 && ++seconds >= $1/
{
	exit(0);
}

dtrace:::END
{
	printa("%s%#k%#k %@d\n", @);
}
