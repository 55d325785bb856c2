/* @E: demo --scene clr */
/* @opts: -q */
/* Nothing in this trace describes its events: the runtime's are known by each of their names, in any case. */
/* A pattern finds an event once, by the name that it has in a list. */
microsoft-windows-dotnetruntime::*Start:event
{
	@[probefunc] = count();
}

microsoft-windows-dotnetruntime::GCStart:event,
Microsoft-Windows-DotNETRuntime::garbagecollection-start:event,
microsoft-windows-dotnetruntime::GarbageCollection-win-Start:event
{
	printf("%s %d %d %s\n", probefunc, args[0]->Count, args[0]->Type, etwfieldstr("Reason"));
}

microsoft-windows-dotnetruntime::CLRMethod-MethodLoadVerbose:event
{
	print(*args[0]);
	printf("\n");
}
