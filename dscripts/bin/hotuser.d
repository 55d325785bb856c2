#!/usr/sbin/dtrace -s
/*
 * hotuser.d - the user functions that use the most CPU time.
 *
 *	dtrace -s hotuser.d			all programs, until ^C
 *	dtrace -s hotuser.d -p PID		one process
 *	dtrace -s hotuser.d -c COMMAND		a command, while it runs
 *	dtrace -s hotuser.d 10			for ten seconds
 *
 * Samples every busy CPU 997 times a second, and counts the functions and libraries in which a
 * process is running.  The percentages are of the samples taken in user code.
 */
#pragma D option quiet
#pragma D option defaultargs

profile:::profile-997
/arg1 != 0 && ($target == 0 || pid == $target)/
{
	@func[execname, pid, ufunc(arg1)] = count();
	@fshare[execname, pid, ufunc(arg1)] = sum(100);
	@lib[execname, pid, umod(arg1)] = count();
	@lshare[execname, pid, umod(arg1)] = sum(100);
	looks++;
}

profile:::tick-1sec
/$1 != 0 && ++seconds >= $1/
{
	exit(0);
}

dtrace:::END
{
	normalize(@fshare, looks != 0 ? looks : 1);
	normalize(@lshare, looks != 0 ? looks : 1);
	printf("%-16s %7s %-44s %8s %5s\n", "PROGRAM", "PID", "FUNCTION", "COUNT", "PCNT");
	printa("%-16s %7d %-44A %@8d %@4d%%\n", @func, @fshare);
	printf("\n%-16s %7s %-44s %8s %5s\n", "PROGRAM", "PID", "LIBRARY", "COUNT", "PCNT");
	printa("%-16s %7d %-44A %@8d %@4d%%\n", @lib, @lshare);
}
