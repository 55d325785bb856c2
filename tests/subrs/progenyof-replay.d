/* A process of a trace is the child of the one its start event names. */
/* @opts: -q */
/* @E: demo */
int seen, ok;

proc:::start
{
	seen++;
	ok += progenyof(pid) && progenyof(ppid) && !progenyof(12345678);
}

END
{
	printf("%d %d\n", seen > 0, ok == seen);
}
