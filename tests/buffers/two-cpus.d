/* @opts: -q -x bufpolicy=ring -x bufsize=1k */
/* @E: demo --cpus 2 */
/* @filter: awk 'NF { c[$1]; if ($2 < t) bad = 1; t = $2 } END { print length(c); print bad ? "unsorted" : "sorted" }' */
/* each CPU has a ring of its own, and what is left of them is printed in one row */
sched:::on-cpu
{
	printf("%d %d\n", cpu, timestamp);
}
