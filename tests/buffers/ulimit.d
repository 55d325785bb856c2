/* @cmd: grep -q __asan_init "$DTRACE" || ulimit -v 300000; dtrace -E $trace -qs $case && dtrace -qn 'BEGIN { self->x[1] = execname; @[execname] = count(); printf("live\n"); exit(0); }' */
/* @feed: live */
/* @needs: root */
/* Address space that ends soon: nothing reserves more than a part of what there is. */
sched:::on-cpu
{
	self->last = timestamp;
	@[execname] = count();
}
