/* @cmd: for p in 4 8; do trace_get "demo --scene memory --ptr $p"; dtrace -qs "$case" -E "$trace"; done */
pf:::imgload
{
	printf("%s %d %s flags %x device %x file %x\n", execname, tid, stringof(args[0]), args[1], args[2], args[3]);
}
