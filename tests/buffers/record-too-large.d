/* A record larger than the buffer is a drop each time it is due, and tracing goes on. */
/* @opts: -q -x strsize=2k -x bufsize=1k */
BEGIN
{
	trace(execname);
}

BEGIN
{
	n++;
}

BEGIN
{
	printf("on %d\n", n);
	exit(0);
}

END
{
	trace(execname);
}
