#!/usr/sbin/dtrace -s
/*
 * uprof.d - in which functions a process spends its CPU time, and from where they are called.
 *
 *	dtrace -s uprof.d -p PID		of a process, until ^C
 *	dtrace -s uprof.d -p PID 10		for ten seconds
 *	dtrace -s uprof.d -c COMMAND		of a command, while it runs
 *	dtrace -x unwind=dwarf -s uprof.d ...	programs without frame pointers
 *
 * Looks 997 times a second at what the threads of the process do on the CPUs.  Prints the five most
 * frequent stacks of user code, then the functions with the most frequent last.  SHARE is of all looks
 * at the process; what the kernel does for it is one line.  A thousand looks are about a second.
 */
#pragma D option quiet
#pragma D option defaultargs
#pragma D option bufsize=16m
#pragma D option aggsize=32m

BEGIN
/$target == 0/
{
	printf("usage: dtrace -s uprof.d -p PID [SECONDS], or -c COMMAND\n");
	exit(2);
}

profile:::profile-997
/pid == $target/
{
	looks++;
}

profile:::profile-997
/pid == $target && arg1 != 0/
{
	@func[ufunc(arg1)] = count();
	@share[ufunc(arg1)] = sum(100);
	@stacks[ustack(50)] = count();
}

profile:::profile-997
/pid == $target && arg1 == 0/
{
	@kernel = count();
	@kshare = sum(100);
}

profile:::tick-1sec
/$1 != 0 && ++seconds >= $1/
{
	exit(0);
}

dtrace:::END
/$target != 0/
{
	normalize(@share, looks != 0 ? looks : 1);
	normalize(@kshare, looks != 0 ? looks : 1);
	trunc(@stacks, 5);
	printa("%k%@16d looks\n", @stacks);
	printf("\n%-60s %8s %6s\n", "FUNCTION", "LOOKS", "SHARE");
	printa("%-60A %@8d %@5d%%\n", @func, @share);
	printa("(the kernel)                                                 %@8d %@5d%%\n", @kernel, @kshare);
}
