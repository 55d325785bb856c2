/* @feed: live */
/* @needs: root */
/* @opts: -q -c '/bin/sh -c "/bin/true; /bin/true"' */
/* The family's probe fires at each of its tracepoints; a name alone finds its family. */
int any, exec;

linux-sched:::events
/progenyof($target)/
{
	any++;
}

sched_process_exec
/progenyof($target)/
{
	exec++;
}

END
{
	printf("%d %d\n", any > 4, exec);
}
