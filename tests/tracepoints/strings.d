/* @feed: live */
/* @needs: root */
/* @opts: -q -c '/bin/sh -c "exec /bin/true"' */
/* What stands behind the fixed part is there too. */
linux-sched:::sched_process_exec
/pid == $target/
{
	printf("%s\n", stringof(arg2 + (args[0]->filename & 0xffff)));
	exit(0);
}
