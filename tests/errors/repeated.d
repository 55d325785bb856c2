/* @feed: replay */
/* @opts: -q */
/* A fault that repeats is printed three times in a second of the trace, then counted. */
sched:::on-cpu
{
	n++;
	trace(1 / (n - n));
}

END
{
	printf("%d\n", n);
}
