/* @cmd: scene_versions syscalls 2 */
/* Calls of a trace of Windows belong to the thread that runs; a return to the thread that came back. */
syscall:::entry
{
	self->routine = arg0;
	self->ts = timestamp;
	printf("%s %d %s:%s:%s %x\n", execname, tid, probeprov, probefunc, probename, args[0]);
}

syscall:::return
/self->ts/
{
	printf("%s %d %x returned %x %x after %d us\n", execname, tid, self->routine, args[0], arg1,
	    (timestamp - self->ts) / 1000);
}

syscall:::return
/!self->ts/
{
	printf("%s %d returned %x\n", execname, tid, arg0);
}
