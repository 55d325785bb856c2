/* @E: pv-net452x86.etl */
/* @opts: -q */
/* @needs: lib:expat */
/* A provider without metadata in the trace has its name and its events. */
microsoft-windows-dotnetruntimeprivate::GCSettings:event
{
	printf("%d %d %d\n", args[0]->SegmentSize, args[0]->LargeObjectSegmentSize, args[0]->ServerGC);
}

microsoft-windows-dotnetruntimeprivate::Binding-*:event
{
	@[probefunc] = count();
}

/* Metadata calls it GarbageCollection-win-Start. */
microsoft-windows-dotnetruntime::GCStart:event,
microsoft-windows-dotnetruntime::GarbageCollection-Start:event
{
	@starts[probefunc] = count();
}
