/* @cmd: rm -f "$work/first"; for v in 2 3; do for p in 4 8; do trace_get "demo --scene file --version $v --ptr $p"; dtrace -qs "$case" -E "$trace" >"$work/o"; [ -f "$work/first" ] || { cp "$work/o" "$work/first"; cat "$work/o"; }; cmp "$work/first" "$work/o" && echo "version $v, $p bytes"; done; done */
/*
 * done shows the operation that is done, with its result.  One that began before the trace did is "?", and belongs to
 * the header's thread.
 */
fsinfo:::done
{
	printf("%-9s %s %d %s status %x result %d took %d offset %d bytes %d '%s'\n", args[0]->fi_op, execname, tid,
		args[0]->fi_pathname, args[0]->fi_rstatus, args[0]->fi_extinfo, args[0]->fi_elapsed, args[0]->fi_offset,
		args[0]->fi_bcount, args[0]->fi_dpattern);
}
