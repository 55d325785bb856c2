/* @cmd: for p in 4 8; do trace_get "demo --scene memory --ptr $p"; dtrace -qs "$case" -E "$trace"; done */
/* Whose memory it is tells the payload; who did it tells the CPU, if that is the same process. */
pf:::valloc,
pf:::vfree
{
	printf("%s %s %d/%d: %x of %d, %d bytes%s%s%s%s\n", probename, execname, pid, tid, args[0], args[1], args[2],
		args[3] & MEM_COMMIT ? " commit" : "", args[3] & MEM_RESERVE ? " reserve" : "",
		args[3] & MEM_DECOMMIT ? " decommit" : "", args[3] & MEM_RELEASE ? " release" : "");
}
