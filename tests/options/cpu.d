/* @opts: -q -x cpu=1 */
/* @E: demo --cpus 2 */
sched:::on-cpu
/cpu != 1/
{
	other++;
}

sched:::on-cpu
{
	n++;
}

END
{
	printf("%d %d\n", other, n > 0);
}
