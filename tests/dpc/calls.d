/* @cmd: scene_versions interrupts 1 2 */
/*
 * A deferred call, of each kind: its routine, how long it took, and whom it interrupted.  A thread is switched to on CPU 0
 * before the last.
 */
dpc:::
{
	printf("%s:%s:%s %x %d us cpu %d %s %d\n", probeprov, probefunc, probename, arg1, (timestamp - arg0) / 1000, cpu,
	    execname, tid);
}
