/* @cmd: for policy in switch fill ring; do dtrace -q -x bufpolicy=$policy -E "$trace" -s "$case" || exit; done */
/* @E: demo --scene turns */
/* Firings of two CPUs at the same time are printed in the order in which they happened, whatever the policy. */
sched:::on-cpu
/timestamp > 1000000/
{
	printf("%d %d %d\n", cpu, timestamp / 1000, n++);
}
