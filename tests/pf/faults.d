/* @cmd: for p in 4 8; do trace_get "demo --scene memory --ptr $p"; dtrace -qs "$case" -E "$trace"; done */
/* The records of faults have no thread: it is the one that ran on their CPU. */
pf:::trans_flt,
pf:::dzero_flt,
pf:::cow_flt,
pf:::gp_flt,
pf:::hp_flt,
pf:::av_flt
{
	printf("%s %s %d %x at %x\n", probename, execname, tid, args[0], args[1]);
}
