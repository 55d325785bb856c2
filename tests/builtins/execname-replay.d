/* @opts: -q */
/* @E: demo */
/* A program's name comes from the trace, in lower case. */
int n;

sched:::on-cpu
/execname == "sqlservr.exe"/
{
	n++;
}

END
{
	printf("%d\n", n > 0);
}
