/* @cmd: for p in 4 8; do trace_get "demo --scene memory --ptr $p"; dtrace -qs "$case" -E "$trace"; done */
pf:::hardflt
{
	printf("%s %d read %s: %d bytes at %x for %x, thread %d, took %d\n", execname, tid, stringof(args[0]), args[5],
		args[3], args[1], args[4], timestamp - args[2]);
	printf("%d%d%d%d%d%d\n", arg0 == (uintptr_t)args[0], arg1 == args[1], arg2 == args[2], arg3 == args[3],
		arg4 == args[4], arg5 == args[5]);
}
