#!/usr/sbin/dtrace -s
/*
 * hotkernel.d - the kernel functions that use the most CPU time.
 *
 *	dtrace -s hotkernel.d			until ^C
 *	dtrace -s hotkernel.d 10		for ten seconds
 *	dtrace -s hotkernel.d -c COMMAND	while a command runs (counts all processes)
 *
 * Samples every busy CPU 997 times a second, and counts the functions and modules in which the
 * kernel is running.  The percentages are of the samples taken in the kernel.
 */
#pragma D option quiet
#pragma D option defaultargs

profile:::profile-997
/arg0 != 0/
{
	@func[func(arg0)] = count();
	@fshare[func(arg0)] = sum(100);
	@mod[mod(arg0)] = count();
	@mshare[mod(arg0)] = sum(100);
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
	normalize(@mshare, looks != 0 ? looks : 1);
	printf("%-60s %8s %5s\n", "FUNCTION", "COUNT", "PCNT");
	printa("%-60a %@8d %@4d%%\n", @func, @fshare);
	printf("\n%-60s %8s %5s\n", "MODULE", "COUNT", "PCNT");
	printa("%-60a %@8d %@4d%%\n", @mod, @mshare);
}
