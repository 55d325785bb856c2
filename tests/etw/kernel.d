/* @E: demo --scene cast */
/* @opts: -q */
/* The kernel's own records have names, too, whoever fires for them. */
#pragma D option strsize=1k
sched:::on-cpu
{
	printf("%s %d %s\n", etwname, etwfield("NewThreadId"), etwtask);
}

windows-kernel-process::Process-DCStart:event
/args[0]->ProcessId == 1500/
{
	printf("%s %d\n", args[0]->ImageFileName, args[0]->ParentId);
	print(*args[0]);
	printf("\n");
}

diag:::events
{
	@[etwname] = count();
}
