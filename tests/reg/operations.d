/* @cmd: for v in 0 1 2; do for p in 4 8; do trace_get "demo --scene registry --version $v --ptr $p"; echo "version $v, $p bytes"; dtrace -qs "$case" -E "$trace"; done; done | awk '/^version/ { print; next } !seen[$0]++' */
/*
 * Every operation, in every layout: those after the first print what differs.  Version 0 has no index; the time of an
 * operation is its length in versions 0 and 1, and when it began in version 2.
 */
reg:::
{
	printf("%-13s %s %d index %d status %x took %d,%d '%s' of '%s', value '%s'\n", probename, execname, tid,
		args[0]->r_index, args[0]->r_status, args[0]->r_elapsed, timestamp - args[0]->r_intime, args[0]->r_rname,
		args[0]->r_key, args[0]->r_value);
}
