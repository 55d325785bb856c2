/* @E: demo --cpus 2 */
/* @opts: -q -x specsize=80 -x strsize=16 */
/* A record counts for 12 bytes and its string: two of them fit, of each CPU. */
BEGIN
{
	s = speculation();
}

sched:::on-cpu
{
	seen[cpu]++;
}

sched:::on-cpu
/seen[cpu] <= 2/
{
	speculate(s);
	printf("%s\n", cpu ? "CPU 1" : "CPU 0");
}

END
{
	commit(s);
}
