/* @cmd: for v in 2 3; do trace_get "demo --scene names --version $v"; dtrace -qs "$case" -E "$trace"; done */
/* Operations under way at the same time end each with their own result; a file object that is opened again is new. */
fsinfo:::done
{
	printf("%s %d %s %d result %d after %d\n", execname, tid, args[0]->fi_pathname, args[0]->fi_offset,
		args[0]->fi_extinfo, args[0]->fi_elapsed);
}
