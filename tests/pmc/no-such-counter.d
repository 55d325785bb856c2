/* @E: demo --scene pmc */
/* @opts: -q */
/* A counter that the trace does not have is told, with where to look. */
pmc:systemtrace::totalcycle
{
	printf("%d\n", arg0);
}
