/* The process of BEGIN is dtrace: the child of whoever runs it. */
/* @opts: -q */
/* @feed: live */
BEGIN
{
	printf("%d %d %d\n", progenyof(pid), progenyof(ppid), progenyof(1));
	printf("%d %d\n", progenyof(-1), progenyof(999999999));
	exit(0);
}
